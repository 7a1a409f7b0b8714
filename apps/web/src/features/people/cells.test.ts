import { expect, it } from 'vitest';

import type { PersonRow } from '@/api/types';

import { groupsOf } from './cells';

const entry = (team: number, entity_type: 'team' | 'commissie', description = '') => ({
  team,
  entity_type,
  description,
  is_current: true,
});

it('names teams before committees, each by name, and last what the user may not see', () => {
  const work_history = [
    entry(9, 'team', ' Team van toen '),
    entry(4, 'commissie'),
    entry(3, 'team'),
    entry(2, 'team'),
    entry(3, 'team'),
    { ...entry(5, 'team'), is_current: false },
  ];
  const groups = new Map([
    [2, 'JO9-1'],
    [3, 'JO10-1'],
    [4, 'Bar'],
    [5, 'JO8-1'],
  ]);
  expect(groupsOf({ acf: { work_history } as PersonRow['acf'] } as PersonRow, groups)).toBe(
    'JO9-1, JO10-1, Bar, Team van toen',
  );
});
