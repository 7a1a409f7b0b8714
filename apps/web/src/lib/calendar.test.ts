import { describe, expect, it } from 'vitest';

import {
  addDays,
  addMonths,
  dayText,
  mondayOf,
  seasonDays,
  seasonOf,
  weekdayOf,
  weekOf,
  weeksOf,
} from './calendar';
import { isDay } from './is-day';

describe('days', () => {
  it.each([
    ['2026-11-24', true],
    ['2026-02-30', false],
    ['2028-02-29', true],
    ['24-11-2026', false],
    ['', false],
  ])('%j is a day: %s', (day, want) => expect(isDay(day)).toBe(want));

  it('go on over the ends of months, years and clock changes', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
    expect(addDays('2026-10-24', 2)).toBe('2026-10-26');
    expect(addMonths('2026-11', 2)).toBe('2027-01');
    expect(addMonths('2026-01', -1)).toBe('2025-12');
  });

  it('have a week that begins on Monday', () => {
    expect(weekdayOf('2026-11-22')).toBe(7);
    expect(mondayOf('2026-11-22')).toBe('2026-11-16');
    expect(mondayOf('2026-11-23')).toBe('2026-11-23');
    expect([weekOf('2026-11-24'), weekOf('2027-01-01'), weekOf('2024-12-30')]).toEqual([48, 53, 1]);
    expect(weeksOf('2026-11')).toEqual([
      '2026-10-26',
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
      '2026-11-23',
      '2026-11-30',
    ]);
  });

  it('are in a season from July', () => {
    expect([seasonOf('2026-06-30'), seasonOf('2026-07-01'), seasonOf('2026-07-01', 1)]).toEqual([
      '2025-2026',
      '2026-2027',
      '2027-2028',
    ]);
    expect(seasonDays('2026-2027')).toEqual({ from: '2026-07-01', to: '2027-06-30' });
  });

  it('are written in Dutch', () => {
    expect(dayText('2026-11-21', 'full')).toBe('zaterdag 21 november');
    expect(dayText('2026-11-21', 'short')).toBe('za 21 nov');
    expect(dayText('2026-11-01', 'month')).toBe('november 2026');
  });
});
