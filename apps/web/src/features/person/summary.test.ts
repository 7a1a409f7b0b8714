import { expect, it } from 'vitest';

import type { PersonFields, WorkEntry } from '@/api/types';

import { summaryOf } from './summary';

const on = new Date(2026, 5, 15);
const names = new Map([
  [1, 'JO13-1'],
  [2, 'Barcommissie'],
  [3, 'JO9-2'],
]);

const entry = (team: number, job_title: string, rest: Partial<WorkEntry> = {}): WorkEntry => ({
  team,
  entity_type: team === 2 ? 'commissie' : 'team',
  job_title,
  description: '',
  start_date: '2024-07-01',
  end_date: '',
  is_current: true,
  ...rest,
});

const of = (work_history: WorkEntry[], rest: Partial<PersonFields> = {}) =>
  summaryOf(
    { birthdate: '2014-01-02', is_deceased: false, work_history, ...rest } as PersonFields,
    names,
    on,
  );

it('says the team with the role, and the age', () => {
  expect(of([entry(1, 'Teamspeler')])).toEqual(['JO13-1 (Teamspeler)', '12 jaar']);
});

it('puts teams before committees, and two roles in one team together', () => {
  const work = [entry(2, 'Lid'), entry(1, 'Trainer'), entry(1, 'Keeper'), entry(1, '')];
  expect(of(work)).toEqual(['JO13-1 (Trainer, Keeper)', 'Barcommissie (Lid)', '12 jaar']);
});

it('leaves out what ended, and whom nobody knows the age of', () => {
  const work = [entry(1, 'Keeper', { end_date: '2025-06-30', is_current: false })];
  expect(of(work, { birthdate: '' })).toEqual([]);
  expect(of([], { is_deceased: true })).toEqual([]);
});

it('says of a group without a name what the row says of it', () => {
  expect(of([entry(9, 'Lid', { description: 'Oude commissie' }), entry(8, 'Redacteur')])).toEqual([
    'Oude commissie (Lid)',
    'Redacteur',
    '12 jaar',
  ]);
});

it('counts what is too much', () => {
  const more = [5, 6].map((team) => entry(team, 'Lid', { description: `Groep ${team}` }));
  expect(of([entry(1, ''), entry(3, ''), ...more])).toEqual([
    'JO13-1',
    'JO9-2',
    'Groep 5 (Lid)',
    'en nog 1',
    '12 jaar',
  ]);
});
