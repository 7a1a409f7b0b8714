import { expect, it } from 'vitest';

import type { GroupRow } from '@/api/groups/wire';

import { findGroups } from './filter';
import { groupShows } from './choices';

const team = (name: string, rest: Partial<GroupRow> = {}): GroupRow => ({
  kind: 'teams',
  id: 1,
  name,
  parent: 0,
  logo: 0,
  counts: [12, 1],
  staff: [{ id: 7, name: 'Els Kok', job_title: 'Trainer' }],
  activiteit: 'Veld',
  gender: 'male',
  ...rest,
});

const groups = [
  team('JO9-1'),
  team('MO11-1', { gender: 'female', staff: [] }),
  team('JO13-1', { gender: '', activiteit: 'Zaal', counts: [0, 1] }),
];
const found = (q: string, show: (typeof groupShows)[number] = '') =>
  findGroups(groups, q, show).map(({ name }) => name);

it('finds a team by its name, and by that of who leads it', () => {
  expect(found('mo')).toEqual(['MO11-1']);
  expect(found('els')).toEqual(['JO9-1', 'JO13-1']);
});

it.each([
  ['', ['JO9-1', 'MO11-1', 'JO13-1']],
  ['veld', ['JO9-1', 'MO11-1']],
  ['zaal', ['JO13-1']],
  ['mannen', ['JO9-1']],
  ['vrouwen', ['MO11-1']],
  ['gemengd', ['JO13-1']],
  ['zonder-staf', ['MO11-1']],
  ['leeg', ['JO13-1']],
] as const)('narrows to “%s”', (show, names) => {
  expect(found('', show)).toEqual(names);
});
