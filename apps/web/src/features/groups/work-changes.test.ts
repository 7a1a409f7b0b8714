import { describe, expect, it } from 'vitest';

import type { WorkEntry } from '@/api/types';

import { begin, end, move, type Place } from './work-changes';

const today = '2026-06-15';
const team: Place = { kind: 'teams', id: 1 };
const other: Place = { kind: 'teams', id: 2 };

const entry = (rest: Partial<WorkEntry> = {}): WorkEntry => ({
  team: 1,
  entity_type: 'team',
  job_title: 'Keeper',
  description: '',
  start_date: '2024-07-01',
  end_date: '',
  is_current: true,
  ...rest,
});

const past = entry({ end_date: '2025-06-30', is_current: false });
const elsewhere = entry({ team: 9, entity_type: 'commissie', job_title: 'Lid' });
const began = (rest: Partial<WorkEntry>) => entry({ start_date: today, ...rest });
const ended = { end_date: today, is_current: false };

describe('a role', () => {
  it('begins beside everything else, and once', () => {
    const once = begin(team, 'Trainer', today)([past, elsewhere]);
    expect(once).toEqual([past, elsewhere, began({ job_title: 'Trainer' })]);
    expect(begin(team, 'Trainer', today)(once)).toEqual(once);
    expect(begin({ kind: 'commissies', id: 9 }, 'Voorzitter', today)([])).toEqual([
      began({ team: 9, entity_type: 'commissie', job_title: 'Voorzitter' }),
    ]);
  });

  it('begins again for who had it before', () => {
    expect(begin(team, 'Keeper', today)([past])).toEqual([past, began({})]);
  });

  it('ends today, and no other with it', () => {
    const work = [entry(), entry({ job_title: 'Trainer' }), past, elsewhere];
    expect(end(team, ['Keeper'], today)(work)).toEqual([
      entry(ended),
      entry({ job_title: 'Trainer' }),
      past,
      elsewhere,
    ]);
  });

  it('that is still to begin ends on its first day', () => {
    const later = entry({ start_date: '2026-07-01' });
    expect(end(team, ['Keeper'], today)([later])).toEqual([
      { ...later, end_date: '2026-07-01', is_current: false },
    ]);
  });

  it('moves with its title', () => {
    const work = [entry(), entry({ job_title: '' }), elsewhere];
    expect(move(team, other, ['Keeper', ''], today)(work)).toEqual([
      entry(ended),
      entry({ job_title: '', ...ended }),
      elsewhere,
      began({ team: 2 }),
      began({ team: 2, job_title: '' }),
    ]);
  });
});
