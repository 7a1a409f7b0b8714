import { describe, expect, it } from 'vitest';

import { vogNews, vogOn } from './vog';

// contract: club §2.11-8
describe('vogOn', () => {
  const today = new Date(2026, 10, 21);

  it.each([
    ['', 'missing'],
    ['2023-11-21', 'expired'],
    ['2023-11-22', 'expiring'],
    ['2023-12-21', 'expiring'],
    ['2023-12-22', 'valid'],
  ])('%s is %s', (date, state) => {
    expect(vogOn(date, today).state).toBe(state);
  });

  it.each([
    [new Date(2027, 1, 10), '2024-03-12', 'valid'],
    [new Date(2027, 1, 10), '2024-03-11', 'expiring'],
    [new Date(2028, 1, 10), '2025-03-12', 'expiring'],
    [new Date(2028, 1, 10), '2025-03-13', 'valid'],
    [new Date(2028, 1, 29), '2025-03-01', 'expired'],
    [new Date(2027, 1, 28), '2024-02-29', 'expiring'],
  ])('around a leap day, on %s, %s is %s', (on, date, state) => {
    expect(vogOn(date, on).state).toBe(state);
  });
});

describe('vogNews', () => {
  it.each([
    [true, '', 'missing'],
    [true, '2020-01-01', 'expired'],
    [false, '', undefined],
    [false, '2020-01-01', undefined],
    [false, '2026-01-01', 'valid'],
  ])('of whom one is asked or not (%s) with %j', (vog_required, date, want) => {
    expect(vogNews({ vog_required, 'datum-vog': date }, new Date(2026, 10, 21))).toBe(want);
  });
});
