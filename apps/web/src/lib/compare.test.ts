import { expect, it } from 'vitest';

import { compareNames } from './compare';

it('numbers teams as people count', () => {
  expect(['JO10-1', 'JO9-2', 'JO9-10'].sort(compareNames)).toEqual(['JO9-2', 'JO9-10', 'JO10-1']);
});
