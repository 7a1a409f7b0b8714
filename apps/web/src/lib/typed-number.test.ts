import { expect, it } from 'vitest';

import { typedNumber } from './typed-number';

it.each([
  [12, 12],
  ['012', 12],
  ['2.00', 2],
  ['1.50', 1.5],
  ['3.', 3],
  ['', 0],
  ['-', 0],
])('reads %j as %j', (typed, value) => {
  expect(typedNumber(typed)).toBe(value);
});
