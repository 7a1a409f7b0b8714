import { describe, expect, it } from 'vitest';

import type { WorkEntry } from '@/api/types';

import { sortWork } from './history';

const work = (entry: Partial<WorkEntry>): WorkEntry => ({
  team: 0,
  entity_type: 'team',
  job_title: '',
  description: '',
  start_date: '',
  end_date: '',
  is_current: false,
  ...entry,
});

describe('a history', () => {
  it('has what is current first, the newest at the top', () => {
    const entries = [
      work({ team: 1, start_date: '2020-01-01', is_current: true }),
      work({ team: 2, start_date: '2022-01-01', end_date: '2023-01-01' }),
      work({ team: 3, start_date: '2024-01-01', end_date: '2026-01-01', is_current: true }),
      work({ team: 4, start_date: '2025-01-01', end_date: '2027-01-01', is_current: true }),
    ];
    const { current, past } = sortWork(entries, '2026-11-21');
    expect(current.map(({ team }) => team)).toEqual([4, 1]);
    expect(past.map(({ team }) => team)).toEqual([3, 2]);
  });
});
