import {
  type Density,
  Table,
  type TableColumn,
  type TableSelection,
} from '@/components/table/Table';
import type { Widths } from '@/components/table/layout';
import { lazyPart } from '@/components/lazy-part';
import { Part } from '@/components/Part';
import { useReturnToRow } from '@/components/table/use-return-to-row';
import type { PersonRow } from '@/api/types';
import { peopleTexts } from '@/texts/people';
import { selectionTexts } from '@/texts/people-selection';

import { cells } from './cells';
import { columnWidths, defaultColumns, isNameSort, nameWidth, orderBy, readSort } from './columns';
import { NameCell } from './NameCell';
import classes from './PeoplePage.module.css';
import { PersonLine } from './PersonLine';
import type { Selection } from './use-selection';
import type { PeopleListProps } from './view';

// Of phones alone.
const LineHead = lazyPart(() => import('./LineHead'));

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
        <Part fallback={<div className={classes.lineHead} />}>
          <LineHead search={search} onSearch={onSearch} people={people} selection={selection} />
        </Part>
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
  label: ({ name }) => selectionTexts.select(name),
  labelOfAll: selectionTexts.selectAll,
});
