import { expect, it } from 'vitest';

import type { GroupRow } from '@/api/groups/wire';

import type { GroupSort } from './choices';
import { sortGroups } from './sort';

const team = (name: string, players: number, gender: GroupRow['gender'] = ''): GroupRow => ({
  kind: 'teams',
  id: players,
  name,
  parent: 0,
  logo: 0,
  counts: [players, 2],
  staff: [],
  activiteit: '',
  gender,
});

const teams = [team('JO10-1', 9), team('JO9-1', 7, 'male'), team('JO9-2', 12, 'female')];

it.each<[GroupSort, boolean, string[]]>([
  ['name', false, ['JO9-1', 'JO9-2', 'JO10-1']],
  ['name', true, ['JO10-1', 'JO9-2', 'JO9-1']],
  ['first', false, ['JO9-1', 'JO10-1', 'JO9-2']],
  ['first', true, ['JO9-2', 'JO10-1', 'JO9-1']],
  ['second', true, ['JO9-1', 'JO9-2', 'JO10-1']],
  ['gender', false, ['JO10-1', 'JO9-1', 'JO9-2']],
])('sorts teams by %s, descending %s', (sort, descending, names) => {
  expect(sortGroups(teams, sort, descending).map(({ name }) => name)).toEqual(names);
});
