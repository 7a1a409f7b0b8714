import { describe, expect, it } from 'vitest';

import { addYears, ageOn, formatDate, formatDateTime, isoDay } from './dates';

describe('dates', () => {
  it('are Dutch', () => {
    expect(formatDate('2026-02-03')).toBe('3 feb 2026');
    expect(formatDate('2026-03-31 23:59:00')).toBe('31 mrt 2026');
    expect(formatDateTime('2026-03-31 09:05:00')).toBe('31 mrt 2026, 09:05');
  });

  it('hide nothing that is no date', () => {
    expect(formatDate('')).toBe('');
    expect(formatDate('onbekend')).toBe('onbekend');
  });

  it('count whole years', () => {
    const on = (text: string) => new Date(`${text}T12:00:00`);
    expect(ageOn('2010-06-15', on('2026-06-14'))).toBe(15);
    expect(ageOn('2010-06-15', on('2026-06-15'))).toBe(16);
    expect(ageOn('2030-01-01', on('2026-06-15'))).toBeUndefined();
    expect(ageOn('', on('2026-06-15'))).toBeUndefined();
  });

  it('add years', () => {
    expect(addYears('2024-02-29', 3)).toBe('2027-03-01');
    expect(addYears('', 3)).toBeUndefined();
    expect(isoDay(new Date(2026, 0, 5))).toBe('2026-01-05');
  });
});
