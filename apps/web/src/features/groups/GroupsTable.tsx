import { Group } from '@mantine/core';

import type { GroupKind, GroupRow } from '@/api/groups/wire';
import { formatNumber } from '@/lib/numbers';
import { groupTexts } from '@/texts/groups';

import { GroupLink } from './GroupLink';
import { GroupLogo } from './GroupLogo';
import classes from './Groups.module.css';

const countHeads: Record<GroupKind, readonly string[]> = {
  teams: [groupTexts.players, groupTexts.staff],
  commissies: [groupTexts.members],
};

interface GroupsTableProps {
  kind: GroupKind;
  groups: readonly GroupRow[];
  /** What was searched for, for the way back. */
  q: string;
}

export function GroupsTable({ kind, groups, q }: GroupsTableProps) {
  const ofTeams = kind === 'teams';
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>{groupTexts.kinds[kind].title}</caption>
      <thead>
        <tr>
          <th scope="col">{groupTexts.name}</th>
          {ofTeams && (
            <>
              <th scope="col" data-extra>
                {groupTexts.activity}
              </th>
              <th scope="col" data-extra>
                {groupTexts.gender}
              </th>
            </>
          )}
          {countHeads[kind].map((head) => (
            <th key={head} scope="col" data-number>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <tr key={group.id}>
            <th scope="row" className={classes.name}>
              <Group gap="sm" wrap="nowrap">
                <GroupLogo kind={kind} logo={group.logo} />
                <GroupLink kind={kind} id={group.id} state={{ groupsSearch: q }}>
                  {group.name}
                </GroupLink>
              </Group>
            </th>
            {ofTeams && (
              <>
                <td data-extra>{group.activiteit}</td>
                <td data-extra>{groupTexts.genders[group.gender]}</td>
              </>
            )}
            {group.counts.map((count, index) => (
              <td key={countHeads[kind][index]} data-number>
                {formatNumber(count)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
