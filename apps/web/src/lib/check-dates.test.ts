import { expect, it } from 'vitest';

import { dateTexts } from '@/texts/dates';

import { dateProblem, endProblem, pastProblem } from './check-dates';

const today = new Date(2026, 10, 22);

it.each([
  ['', null],
  ['2026-09-01', null],
  ['31-02-2026', dateTexts.notADate],
  ['0110-08-26', dateTexts.noSuchYear(1900, 2036)],
])('a date of %j: %s', (value, problem) => {
  expect(dateProblem(value, today)).toBe(problem);
});

it.each([
  ['2026-01-09', '2026-01-08', dateTexts.endsTooSoon],
  ['2026-01-09', '2026-01-09', null],
  ['2026-01-09', '', null],
  ['', '2026-01-08', null],
  ['ooit', '2026-01-08', null],
  ['2026-01-09', 'ooit', dateTexts.notADate],
])('from %j to %j: %s', (start, end, problem) => {
  expect(endProblem(start, end, today)).toBe(problem);
});

it('refuses a day that is still to come where only the past makes sense', () => {
  expect(pastProblem('2026-06-16', new Date(2026, 5, 15))).toBe(dateTexts.inTheFuture);
  expect(pastProblem('2026-06-15', new Date(2026, 5, 15))).toBeNull();
  expect(pastProblem('', new Date(2026, 5, 15))).toBeNull();
  expect(pastProblem('31-02-2026', new Date(2026, 5, 15))).toBe(dateTexts.notADate);
});
