import { describe, expect, it } from 'vitest';

import { vogOn } from './vog';

describe('vogOn', () => {
  const today = new Date(2026, 10, 21);

  it.each([
    ['', 'missing'],
    ['2023-11-21', 'expired'],
    ['2023-11-22', 'expiring'],
    ['2024-02-19', 'expiring'],
    ['2024-02-20', 'valid'],
  ])('%s is %s', (date, state) => {
    expect(vogOn(date, today).state).toBe(state);
  });
});
