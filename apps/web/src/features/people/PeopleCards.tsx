import { Group, NativeSelect, Stack, Text, VisuallyHidden } from '@mantine/core';

import { FormerBadge } from '@/components/FormerBadge';
import { PersonAvatar } from '@/features/person/PersonAvatar';
import { peopleTexts } from '@/texts/people';
import { bulkTexts } from '@/texts/people-bulk';

import { cells } from './cells';
import { type ColumnId, isNameSort, sortIds } from './columns';
import classes from './PeopleCards.module.css';
import { coveredByLink, PersonLink } from './PersonLink';
import { SelectBox } from './SelectBox';
import type { PeopleListProps, PeopleViewProps } from './view';

/** What needs no label to be understood keeps the width of a phone for itself. */
const plain: ReadonlySet<ColumnId> = new Set<ColumnId>(['email', 'phone']);

/** The list on a phone: a card a person, the chosen columns under each other. */
export function PeopleCards(props: PeopleListProps) {
  const { search, onSearch, people, columns, groups, selection } = props;
  return (
    <Stack gap={0}>
      <Group gap="xs" p="sm" wrap="nowrap" className={classes.sort}>
        <SelectBox
          label={bulkTexts.selectAll}
          checked={selection.people.length === people.length}
          mixed={selection.people.length > 0 && selection.people.length < people.length}
          onChange={selection.toggleAll}
        />
        <SortChoice search={search} onSearch={onSearch} />
      </Group>
      <ul className={classes.cards}>
        {people.map((person) => (
          <li
            key={person.id}
            className={[coveredByLink, classes.card].join(' ')}
            data-former={person.former_member || undefined}
            data-selected={selection.has(person.id) || undefined}
          >
            <Group gap="sm" wrap="nowrap" align="flex-start">
              <SelectBox
                label={bulkTexts.select(person.name)}
                checked={selection.has(person.id)}
                onChange={() => selection.toggle(person.id)}
              />
              <PersonAvatar person={person} size={38} />
              <Stack gap={2} miw={0} flex={1}>
                <Group gap="xs">
                  <PersonLink person={person} search={search} />
                  {person.former_member && <FormerBadge />}
                </Group>
                {columns.map((id) => {
                  const cell = cells[id](person, groups);
                  if (cell === null || cell === undefined || cell === '') return null;
                  const Label = plain.has(id) ? VisuallyHidden : FieldLabel;
                  return (
                    <Text key={id} size="sm" className={classes.field}>
                      <Label>{peopleTexts.columnNames[id]}</Label>
                      <span className={classes.value} data-plain={plain.has(id) || undefined}>
                        {cell}
                      </span>
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

function FieldLabel({ children }: { children: string }) {
  return <span className={classes.label}>{children}</span>;
}

function SortChoice({ search, onSearch }: PeopleViewProps) {
  const options = sortIds.map((id) => ({
    value: id,
    label: isNameSort(id) ? peopleTexts.nameSorts[id] : peopleTexts.columnNames[id],
  }));
  return (
    <>
      <NativeSelect
        flex={1}
        aria-label={peopleTexts.sort}
        data={options}
        value={search.sort}
        onChange={({ currentTarget }) => {
          const sort = sortIds.find((id) => id === currentTarget.value);
          if (sort !== undefined) onSearch({ sort });
        }}
      />
      <NativeSelect
        flex={1}
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
    </>
  );
}
