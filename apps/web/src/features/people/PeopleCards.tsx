import { Avatar, Group, NativeSelect, Stack, Text } from '@mantine/core';

import type { PeoplePage } from '@/api/types';
import { FormerBadge } from '@/components/FormerBadge';
import { initials } from '@/lib/person';
import { peopleTexts } from '@/texts/people';

import { cells } from './cells';
import { type ColumnId, sortIds } from './columns';
import classes from './People.module.css';
import type { PeopleViewProps } from './PeoplePage';
import { PersonLink } from './PersonLink';

/** What needs no label to be understood keeps the width of a phone for itself. */
const plain: ReadonlySet<ColumnId> = new Set<ColumnId>(['email', 'telefoon']);

interface PeopleCardsProps extends PeopleViewProps {
  page: PeoplePage;
}

/** The list on a phone: a card a person, the chosen columns under each other. */
export function PeopleCards({ search, onSearch, page }: PeopleCardsProps) {
  return (
    <Stack gap={0}>
      <SortChoice search={search} onSearch={onSearch} />
      <ul className={classes.cards}>
        {page.people.map((person) => (
          <li
            key={person.id}
            className={classes.personCard}
            data-former={person.former_member || undefined}
          >
            <Group gap="sm" wrap="nowrap" align="flex-start">
              <Avatar src={person.thumbnail || null} alt="" size={38} color="club" aria-hidden>
                {initials(person)}
              </Avatar>
              <Stack gap={2} miw={0} flex={1}>
                <Group gap="xs">
                  <PersonLink person={person} search={search} />
                  {person.former_member && <FormerBadge />}
                </Group>
                {search.kolommen.map((id) => {
                  const cell = cells[id](person);
                  if (cell === null || cell === undefined || cell === '') return null;
                  return (
                    <Text key={id} size="sm" className={classes.cardField}>
                      <span className={classes.cardLabel} data-plain={plain.has(id) || undefined}>
                        {peopleTexts.columnNames[id]}
                      </span>
                      <span className={classes.cardValue}>{cell}</span>
                    </Text>
                  );
                })}
              </Stack>
            </Group>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

function SortChoice({ search, onSearch }: PeopleViewProps) {
  const options = sortIds.map((id) => ({
    value: id,
    label: id === 'naam' ? peopleTexts.name : peopleTexts.columnNames[id],
  }));
  return (
    <Group gap="xs" p="sm" grow className={classes.sortChoice}>
      <NativeSelect
        aria-label={peopleTexts.sort}
        data={options}
        value={search.sort}
        onChange={({ currentTarget }) => {
          const sort = sortIds.find((id) => id === currentTarget.value);
          if (sort !== undefined) onSearch({ sort });
        }}
      />
      <NativeSelect
        aria-label={`${peopleTexts.ascending} / ${peopleTexts.descending}`}
        data={[
          { value: 'asc', label: peopleTexts.ascending },
          { value: 'desc', label: peopleTexts.descending },
        ]}
        value={search.order}
        onChange={({ currentTarget }) =>
          onSearch({ order: currentTarget.value === 'desc' ? 'desc' : 'asc' })
        }
      />
    </Group>
  );
}
