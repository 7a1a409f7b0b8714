import { usePreferences } from '@/api/preferences';
import type { GroupKind, GroupRow } from '@/api/groups/wire';
import { Table, type TableColumn } from '@/components/table/Table';
import { useReturnToRow } from '@/components/table/use-return-to-row';
import { formatNumber } from '@/lib/numbers';
import { groupTexts } from '@/texts/groups';

import { GroupLink } from './GroupLink';
import { GroupLogo } from './GroupLogo';
import classes from './Groups.module.css';
import { type GroupsSearch, readGroupSort } from './route';

/** What the counts of a row are. */
const countLabels: Record<GroupKind, readonly string[]> = {
  teams: [groupTexts.players, groupTexts.staff],
  commissies: [groupTexts.members],
};

const counts = (kind: GroupKind) =>
  countLabels[kind].map((label, index): TableColumn<GroupRow> => ({
    id: index === 0 ? 'first' : 'second',
    label,
    width: '7rem',
    number: true,
    sorts: true,
    cell: (group) => formatNumber(group.counts[index] ?? 0),
  }));

const columns: Record<GroupKind, readonly TableColumn<GroupRow>[]> = {
  teams: [
    {
      id: 'activiteit',
      label: groupTexts.activity,
      width: '11rem',
      sorts: true,
      cell: ({ activiteit }) => activiteit,
    },
    {
      id: 'gender',
      label: groupTexts.gender,
      width: '10rem',
      sorts: true,
      cell: ({ gender }) => groupTexts.genders[gender],
    },
    ...counts('teams'),
  ],
  commissies: counts('commissies'),
};

interface GroupsTableProps {
  kind: GroupKind;
  groups: readonly GroupRow[];
  search: GroupsSearch;
  onSearch: (change: Partial<GroupsSearch>) => void;
}

export function GroupsTable({ kind, groups, search, onSearch }: GroupsTableProps) {
  const { density } = usePreferences();
  useReturnToRow();
  const link = ({ id, name, logo }: GroupRow) => (
    <span className={classes.name}>
      <GroupLogo kind={kind} logo={logo} />
      <GroupLink kind={kind} id={id} state={{ groupsSearch: search }} data-row-link>
        {name}
      </GroupLink>
    </span>
  );
  return (
    <Table
      label={groupTexts.kinds[kind].title}
      rows={groups}
      idOf={({ id }) => id}
      name={{ id: 'name', label: groupTexts.name, width: '16rem', sorts: true, cell: link }}
      columns={columns[kind]}
      line={(group) => (
        <>
          {link(group)}
          <span className={classes.counts}>
            {countLabels[kind]
              .map(
                (label, index) =>
                  `${formatNumber(group.counts[index] ?? 0)} ${label.toLocaleLowerCase('nl-NL')}`,
              )
              .join(' · ')}
          </span>
        </>
      )}
      sort={{
        by: search.sort,
        descending: search.order === 'desc',
        onSort: (by, descending) =>
          onSearch({ sort: readGroupSort(by), order: descending ? 'desc' : 'asc' }),
      }}
      density={density}
      keyed
    />
  );
}
