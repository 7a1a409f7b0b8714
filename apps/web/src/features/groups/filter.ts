import type { GroupKind } from '@/api/groups/names';
import type { GroupRow } from '@/api/groups/wire';
import { holds } from '@/lib/find';

import { type GroupShow, groupShows } from './choices';

/** Which of them make sense of a kind. */
export const showsOf: Record<GroupKind, readonly GroupShow[]> = {
  teams: groupShows,
  commissies: ['', 'leeg'],
};

const tests: Record<GroupShow, (group: GroupRow) => boolean> = {
  '': () => true,
  veld: ({ activiteit }) => activiteit === 'Veld',
  zaal: ({ activiteit }) => activiteit === 'Zaal',
  mannen: ({ gender }) => gender === 'male',
  vrouwen: ({ gender }) => gender === 'female',
  gemengd: ({ gender }) => gender === '',
  'zonder-staf': ({ staff }) => staff.length === 0,
  leeg: ({ counts }) => counts[0] === 0,
};

/** The groups of a kind that are asked for, by their own name or by that of who leads them. */
export const findGroups = (groups: readonly GroupRow[], q: string, show: GroupShow): GroupRow[] =>
  groups.filter(
    (group) =>
      tests[show](group) &&
      [group.name, ...group.staff.map(({ name }) => name)].some((text) => holds(text, q)),
  );
