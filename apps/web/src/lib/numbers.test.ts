import { expect, it } from 'vitest';

import { formatNumber } from './numbers';

it('writes numbers the Dutch way', () => {
  expect(formatNumber(1332)).toBe('1.332');
});
