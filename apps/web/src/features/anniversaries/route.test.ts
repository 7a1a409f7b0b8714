import * as v from 'valibot';
import { expect, it } from 'vitest';

import {
  anniversariesSearchSchema,
  daysFrom,
  milestonesOf,
  seasonChoices,
  usualAnniversariesSearch,
} from './route';

const today = '2026-11-24';

it('asks for the days of a whole season', () => {
  const days = (seizoen: string) => daysFrom({ ...usualAnniversariesSearch, seizoen }, today);
  expect(days('')).toEqual({ from: '2026-07-01', to: '2027-06-30' });
  expect(days('2024-2025')).toEqual({ from: '2024-07-01', to: '2025-06-30' });
});

it('offers the seasons around this one, and the chosen one', () => {
  const choices = (seizoen: string) =>
    seasonChoices({ ...usualAnniversariesSearch, seizoen }, today);
  expect(choices('')).toHaveLength(5);
  expect(choices('2010-2011')[0]).toBe('2010-2011');
});

it.each(['2024-2026', '1700-1701', 'x', '2500-2501'])('takes %s for no season', (seizoen) => {
  expect(v.parse(anniversariesSearchSchema, { seizoen })).toEqual(usualAnniversariesSearch);
});

it.each([
  [
    ['50', '25', '25'],
    [25, 50],
  ],
  [['12,5', '12.5'], [12.5]],
  [[], []],
  [['x'], undefined],
  [['0'], undefined],
  [['12,25'], undefined],
  [['101'], undefined],
])('reads the milestones %j', (typed, want) => {
  expect(milestonesOf(typed)).toEqual(want);
});
