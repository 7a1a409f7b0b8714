import { Group, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';

import { FormerBadge } from '@/components/FormerBadge';
import { PersonAvatar } from '@/features/person/PersonAvatar';
import { peopleTexts } from '@/texts/people';
import { bulkTexts } from '@/texts/people-bulk';

import { cells } from './cells';
import { type ColumnId, defaultColumns, isNameSort, orderBy, type SortId } from './columns';
import classes from './PeopleTable.module.css';
import { coveredByLink, PersonLink } from './PersonLink';
import { SelectBox } from './SelectBox';
import type { PeopleListProps, PeopleViewProps } from './view';

/** Nobody chose these, so they give way where the table would scroll sideways. */
const spare: ReadonlySet<ColumnId> = new Set<ColumnId>(['type-lid', 'leeftijdsgroep', 'modified']);

/**
 * A plain table: Mantine's own brings its scroll area and the positioning of pop-ups along, a tenth of all script that
 * the first list would wait for.
 */
export function PeopleTable(props: PeopleListProps) {
  const { search, onSearch, people, columns, groups, selection } = props;
  const givesWay = (id: ColumnId): true | undefined =>
    (columns === defaultColumns && spare.has(id) && id !== search.sort) || undefined;
  return (
    <div className={classes.scroller}>
      <table className={classes.table}>
        <caption>
          <VisuallyHidden>{peopleTexts.tableCaption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <td className={classes.selectCell}>
              <SelectBox
                label={bulkTexts.selectAll}
                checked={selection.people.length === people.length}
                mixed={selection.people.length > 0 && selection.people.length < people.length}
                onChange={selection.toggleAll}
              />
            </td>
            <ColumnHead
              id={isNameSort(search.sort) ? search.sort : 'last_name'}
              label={peopleTexts.name}
              search={search}
              onSearch={onSearch}
            />
            {columns.map((id) => (
              <ColumnHead
                key={id}
                id={id}
                label={peopleTexts.columnNames[id]}
                givesWay={givesWay(id)}
                search={search}
                onSearch={onSearch}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr
              key={person.id}
              className={[coveredByLink, classes.row].join(' ')}
              data-former={person.former_member || undefined}
              data-selected={selection.has(person.id) || undefined}
            >
              <td className={classes.selectCell}>
                <SelectBox
                  label={bulkTexts.select(person.name)}
                  checked={selection.has(person.id)}
                  onChange={() => selection.toggle(person.id)}
                />
              </td>
              <th scope="row" className={classes.name}>
                <Group gap="sm" wrap="nowrap">
                  <PersonAvatar person={person} size={32} />
                  <Group gap="xs">
                    <PersonLink person={person} search={search} />
                    {person.former_member && <FormerBadge />}
                  </Group>
                </Group>
              </th>
              {columns.map((id) => (
                <td key={id} data-column={id} data-gives-way={givesWay(id)}>
                  {cells[id](person, groups)}
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
  givesWay?: true;
}

function ColumnHead({ id, label, givesWay, search, onSearch }: ColumnHeadProps) {
  if (orderBy(id) === null) {
    return (
      <th scope="col" data-gives-way={givesWay}>
        {label}
      </th>
    );
  }

  const active = search.sort === id;
  const descending = active && search.order === 'desc';
  const Icon = !active ? IconArrowsSort : descending ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      aria-sort={!active ? 'none' : descending ? 'descending' : 'ascending'}
      data-gives-way={givesWay}
    >
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
