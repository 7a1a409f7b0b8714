import { expect, it } from 'vitest';

import { numberTexts } from '@/texts/numbers';

import { numberProblem, typedNumber } from './typed-number';

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

it.each([0, 12, '0', '012', '2.00', '3.'])('takes %j for a number', (typed) => {
  expect(numberProblem(typed)).toBeNull();
});

it.each(['', '-', '.'])('asks for a number instead of %j', (typed) => {
  expect(numberProblem(typed)).toBe(numberTexts.missing);
});
