import { expect, test } from 'vitest';

import { formatEuros, readEuros } from './euros';

test('reads amounts as people write them, and nothing else', () => {
  expect(readEuros(' € 12,50')).toBe(12.5);
  expect(readEuros('-5.5')).toBe(-5.5);
  expect(readEuros('1200')).toBe(1200);
  for (const wrong of ['', 'x', '1.234,50', '12,505', '1e3', '--1']) {
    expect(readEuros(wrong)).toBeUndefined();
  }
});

test('writes amounts as people read them', () => {
  expect(formatEuros(1234.5).replace(/\s/g, ' ')).toBe('€ 1.234,50');
});
