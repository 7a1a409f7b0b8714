import { useQuery } from '@tanstack/react-query';

import { seesEverybody } from '@/api/capabilities';
import { usePreferences } from '@/api/preferences';
import { sessionQuery } from '@/api/session';
import type { GroupKind } from '@/api/groups/names';
import type { GroupRow } from '@/api/groups/wire';
import { SortedTable } from '@/components/table/SortedTable';
import type { TableColumn } from '@/components/table/Table';
import { useReturnToRow } from '@/components/table/use-return-to-row';
import { countText } from '@/lib/numbers';
import { groupTexts } from '@/texts/groups';
import { personTexts } from '@/texts/person';

import { GroupLink } from './GroupLink';
import { leadersFirst } from './roster';
import { GroupLogo } from './GroupLogo';
import classes from './Groups.module.css';
import { readGroupSort } from './choices';
import type { GroupsSearch } from './route';

const staffText = ({ staff }: GroupRow): string =>
  leadersFirst(staff)
    .map(({ name, job_title }) => personTexts.role(name, job_title.toLowerCase()))
    .join(', ');

/** Who does not see everybody sees no count of what may be there: a dash instead of 0. */
const columnsOf = (all: boolean): Record<GroupKind, readonly TableColumn<GroupRow>[]> => ({
  teams: [
    {
      id: 'staff',
      label: groupTexts.leaders,
      width: '18rem',
      grows: true,
      sorts: true,
      cell: staffText,
    },
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
    count(groupTexts.players, 'first', 0, all),
    count(groupTexts.staff, 'second', 1, all),
  ],
  commissies: [count(groupTexts.members, 'first', 0, all)],
});

const count = (
  label: string,
  id: 'first' | 'second',
  index: number,
  all: boolean,
): TableColumn<GroupRow> => ({
  id,
  label,
  width: '7rem',
  number: true,
  sorts: true,
  cell: ({ counts }) => countText(counts[index] ?? 0, all),
});

const countHeads: Record<GroupKind, readonly string[]> = {
  teams: [groupTexts.players, groupTexts.staff].map((head) => head.toLowerCase()),
  commissies: [groupTexts.members.toLowerCase()],
};

interface GroupsTableProps {
  kind: GroupKind;
  groups: readonly GroupRow[];
  search: GroupsSearch;
  onSearch: (change: Partial<GroupsSearch>) => void;
}

export function GroupsTable({ kind, groups, search, onSearch }: GroupsTableProps) {
  const { density } = usePreferences();
  const { data: me } = useQuery(sessionQuery);
  const all = seesEverybody(me);
  const columns = columnsOf(all)[kind];
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
    <SortedTable
      label={groupTexts.kinds[kind].title}
      rows={groups}
      idOf={({ id }) => id}
      name={{ id: 'name', label: groupTexts.name, width: '16rem', sorts: true, cell: link }}
      columns={columns}
      line={(group) => (
        <>
          {link(group)}
          <span className={classes.counts}>
            {group.counts
              .map((of, index) => `${countText(of, all)} ${countHeads[kind][index] ?? ''}`)
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
