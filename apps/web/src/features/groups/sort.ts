import type { GroupRow } from '@/api/groups/wire';
import { compareNames } from '@/lib/compare';
import { groupTexts } from '@/texts/groups';

import type { GroupSort } from './choices';

const compare: Record<GroupSort, (a: GroupRow, b: GroupRow) => number> = {
  name: () => 0,
  // Teams without anybody stand behind the others.
  staff: (a, b) => compareNames(a.staff[0]?.name ?? '\uffff', b.staff[0]?.name ?? '\uffff'),
  activiteit: (a, b) => compareNames(a.activiteit, b.activiteit),
  gender: (a, b) => compareNames(groupTexts.genders[a.gender], groupTexts.genders[b.gender]),
  first: (a, b) => (a.counts[0] ?? 0) - (b.counts[0] ?? 0),
  second: (a, b) => (a.counts[1] ?? 0) - (b.counts[1] ?? 0),
};

/** The groups in their order; those that are alike stand by name. */
export function sortGroups(groups: readonly GroupRow[], sort: GroupSort, descending: boolean) {
  const turn = descending ? -1 : 1;
  return [...groups].sort((a, b) => {
    const byName = compareNames(a.name, b.name);
    return sort === 'name' ? turn * byName : turn * compare[sort](a, b) || byName;
  });
}
