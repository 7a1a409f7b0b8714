import { expect, it } from 'vitest';

import { countText, formatNumber } from './numbers';

it('writes numbers the Dutch way', () => {
  expect(formatNumber(1332)).toBe('1.332');
});

it('does not say that there is nobody to who may not see everybody', () => {
  expect(countText(0, true)).toBe('0');
  expect(countText(0, false)).toBe('–');
  expect(countText(1234, false)).toBe('1.234');
});
