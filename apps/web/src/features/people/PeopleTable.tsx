import { Avatar, Group, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';

import type { PeoplePage } from '@/api/types';
import { FormerBadge } from '@/components/FormerBadge';
import { initials } from '@/lib/person';
import { peopleTexts } from '@/texts/people';

import { cells } from './cells';
import { orderBy, type SortId } from './columns';
import classes from './People.module.css';
import type { PeopleViewProps } from './PeoplePage';
import { PersonLink } from './PersonLink';

interface PeopleTableProps extends PeopleViewProps {
  page: PeoplePage;
}

/**
 * A plain table: Mantine's own brings its scroll area and the positioning of pop-ups along, a tenth of all script that
 * the first list would wait for.
 */
export function PeopleTable({ search, onSearch, page }: PeopleTableProps) {
  return (
    <div className={classes.scroller}>
      <table className={classes.table}>
        <caption className={classes.caption}>{peopleTexts.tableCaption}</caption>
        <thead>
          <tr>
            <ColumnHead id="naam" label={peopleTexts.name} search={search} onSearch={onSearch} />
            {search.kolommen.map((id) => (
              <ColumnHead
                key={id}
                id={id}
                label={peopleTexts.columnNames[id]}
                search={search}
                onSearch={onSearch}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {page.people.map((person) => (
            <tr
              key={person.id}
              className={classes.row}
              data-former={person.former_member || undefined}
            >
              <th scope="row" className={classes.name}>
                <Group gap="sm" wrap="nowrap">
                  <Avatar src={person.thumbnail || null} alt="" size={32} color="club" aria-hidden>
                    {initials(person)}
                  </Avatar>
                  <PersonLink person={person} search={search} />
                  {person.former_member && <FormerBadge />}
                </Group>
              </th>
              {search.kolommen.map((id) => (
                <td key={id} data-column={id}>
                  {cells[id](person)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ColumnHeadProps extends PeopleViewProps {
  id: SortId;
  label: string;
}

function ColumnHead({ id, label, search, onSearch }: ColumnHeadProps) {
  if (orderBy(id) === null) return <th scope="col">{label}</th>;

  const active = search.sort === id;
  const descending = active && search.order === 'desc';
  const Icon = !active ? IconArrowsSort : descending ? IconArrowDown : IconArrowUp;
  return (
    <th scope="col" aria-sort={!active ? 'none' : descending ? 'descending' : 'ascending'}>
      <UnstyledButton
        className={classes.sort}
        data-active={active || undefined}
        onClick={() => onSearch({ sort: id, order: active && !descending ? 'desc' : 'asc' })}
      >
        {label}
        <Icon size={15} aria-hidden />
      </UnstyledButton>
    </th>
  );
}
