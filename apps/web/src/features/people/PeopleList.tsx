import { Group, NativeSelect } from '@mantine/core';

import {
  type Density,
  Table,
  type TableColumn,
  type TableSelection,
} from '@/components/table/Table';
import type { Widths } from '@/components/table/layout';
import { useReturnToRow } from '@/components/table/use-return-to-row';
import { SelectBox } from '@/components/table/SelectBox';
import type { PersonRow } from '@/api/types';
import { peopleTexts } from '@/texts/people';
import { bulkTexts } from '@/texts/people-bulk';

import { cells } from './cells';
import {
  columnWidths,
  defaultColumns,
  isNameSort,
  nameWidth,
  orderBy,
  readSort,
  sortIds,
} from './columns';
import { NameCell } from './NameCell';
import { PersonLine } from './PersonLine';
import type { Selection } from './use-selection';
import type { PeopleListProps, PeopleViewProps } from './view';

export interface PeopleListLook {
  density: Density;
  widths: Widths;
  onWidth: (column: string, width: number | undefined) => void;
}

export function PeopleList(props: PeopleListProps & PeopleListLook) {
  const { search, onSearch, people, columns, groups, selection, density, widths, onWidth } = props;
  useReturnToRow();
  const shown = columns.map((id): TableColumn<PersonRow> => ({
    id,
    label: peopleTexts.columnNames[id],
    cell: (person) => cells[id](person, groups),
    ...columnWidths[id],
    // Only where nobody chose it.
    givesWay: columns === defaultColumns && id === 'leeftijdsgroep' && search.sort !== id,
    sorts: orderBy(id) !== null,
  }));
  const byName = isNameSort(search.sort);
  return (
    <Table
      label={peopleTexts.tableCaption}
      rows={people}
      idOf={({ id }) => id}
      name={{
        id: 'name',
        label: peopleTexts.name,
        width: nameWidth(people),
        sorts: true,
        cell: (person) => <NameCell person={person} search={search} density={density} />,
      }}
      columns={shown}
      line={(person) => (
        <PersonLine person={person} groups={groups} search={search} selection={selection} />
      )}
      lineHead={
        <LineHead search={search} onSearch={onSearch} people={people} selection={selection} />
      }
      sort={{
        by: byName ? 'name' : search.sort,
        descending: search.order === 'desc',
        onSort: (by, descending) =>
          onSearch({
            sort: by !== 'name' ? readSort(by) : byName ? search.sort : 'last_name',
            order: descending ? 'desc' : 'asc',
          }),
      }}
      selection={forTable(selection)}
      density={density}
      widths={widths}
      onWidth={onWidth}
      keyed
      faint={(person) => person.former_member}
    />
  );
}

const forTable = (selection: Selection): TableSelection<PersonRow> => ({
  shown: selection.shown,
  has: ({ id }) => selection.has(id),
  toggle: selection.toggle,
  toggleShown: selection.toggleShown,
  label: ({ name }) => bulkTexts.select(name),
  labelOfAll: bulkTexts.selectAll,
});

interface LineHeadProps extends PeopleViewProps {
  people: readonly PersonRow[];
  selection: Selection;
}

function LineHead({ search, onSearch, people, selection }: LineHeadProps) {
  const options = sortIds.map((id) => ({
    value: id,
    label: isNameSort(id) ? peopleTexts.nameSorts[id] : peopleTexts.columnNames[id],
  }));
  return (
    <Group gap="xs" wrap="nowrap">
      <SelectBox
        label={bulkTexts.selectAll}
        checked={selection.shown === people.length}
        mixed={selection.shown > 0 && selection.shown < people.length}
        onChange={selection.toggleShown}
      />
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
    </Group>
  );
}
