import { describe, expect, it } from 'vitest';

import type { WorkEntry } from '@/api/types';
import { dateTexts } from '@/texts/dates';

import { sortWork } from './history';
import { periodProblems } from './period-problems';
import { settleWork } from './settle-work';

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
  it('says by the end of a changed row whether it is current, and leaves the others', () => {
    const old = work({ team: 1, end_date: '2020-01-01', is_current: true });
    const rows = [
      old,
      work({ team: 2 }),
      work({ team: 3, end_date: '2026-11-21' }),
      work({ team: 4, end_date: '2026-11-20', is_current: true }),
    ];
    const settled = settleWork(rows, [old], '2026-11-21');
    expect(settled.map(({ is_current }) => is_current)).toEqual([true, true, true, false]);
  });

  it('refuses a period that ends before it starts, but not one that stood there', () => {
    const bad = work({ start_date: '2026-01-09', end_date: '2026-01-08' });
    expect(periodProblems(bad, []).end_date).toBe(dateTexts.endsTooSoon);
    expect(periodProblems({ ...bad, job_title: 'Leider' }, [bad]).end_date).toBeNull();
    expect(periodProblems({ ...bad, start_date: '31-2-2026' }, [bad]).start_date).toBe(
      dateTexts.notADate,
    );
  });

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
