import { describe, expect, it } from 'vitest';

import type { TrainingBlock } from '@/api/types';

import { narrowed, sessionsOf, weekFrom } from './route';
import { usualTrainingSearch } from './search';

const monday = '2026-11-23';

const block = (id: number, change: Partial<TrainingBlock> = {}): TrainingBlock => ({
  id,
  day: 2,
  start: '18:00',
  end: '19:00',
  pitch_id: 1,
  team_ids: [id],
  valid_from: '2026-07-01',
  valid_until: '2027-06-30',
  cancelled_on: [],
  clashes: [],
  ...change,
});

describe('the training of a week', () => {
  it('is what is valid on its day, in the order of time', () => {
    const blocks = [
      block(1, { start: '19:00', end: '20:00' }),
      block(2),
      block(3, { valid_from: '2026-11-25' }),
      block(4, { valid_until: '2026-11-23' }),
      block(5, { valid_from: null, valid_until: null, day: 1 }),
    ];
    const got = sessionsOf(blocks, monday).map((one) => [one.block.id, one.date]);
    expect(got).toEqual([
      [5, '2026-11-23'],
      [2, '2026-11-24'],
      [1, '2026-11-24'],
    ]);
  });

  it('clashes with what takes place in the same week, and with nothing else', () => {
    const clash = (change: Partial<TrainingBlock>) =>
      sessionsOf([block(1, { clashes: [2] }), block(2, { clashes: [1], ...change })], monday).map(
        ({ clashes }) => clashes,
      );
    expect(clash({})).toEqual([true, true]);
    expect(clash({ cancelled_on: ['2026-11-24'] })).toEqual([false, false]);
    expect(clash({ valid_from: '2027-01-01' })).toEqual([false]);
  });

  it('is narrowed to a team and a pitch', () => {
    const all = sessionsOf([block(1), block(2, { pitch_id: 2 })], monday);
    const ids = (change: object) =>
      narrowed(all, { ...usualTrainingSearch, ...change }).map((one) => one.block.id);
    expect([ids({}), ids({ team: 2 }), ids({ veld: 1 }), ids({ team: 2, veld: 1 })]).toEqual([
      [1, 2],
      [2],
      [1],
      [],
    ]);
  });
});

it('begins on the Monday of any day', () => {
  expect(weekFrom(usualTrainingSearch, '2026-11-29')).toBe(monday);
  expect(weekFrom({ ...usualTrainingSearch, week: '2026-11-25' }, '2026-01-01')).toBe(monday);
});
