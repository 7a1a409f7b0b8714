import { isoDay } from '@/lib/dates';
import { dateTexts } from '@/texts/dates';

import { firstYear, lastYear, parseDate } from './parse-date';

/** What is wrong with the value of a DateField: `YYYY-MM-DD`, '' or what was typed and not understood. */
export function dateProblem(value: string, today = new Date()): string | null {
  if (value.trim() === '') return null;
  const typed = parseDate(value, today);
  if ('day' in typed) return null;
  return typed.problem === 'year'
    ? dateTexts.noSuchYear(firstYear, lastYear(today))
    : dateTexts.notADate;
}

/** The same of a day that has been. */
export function pastProblem(value: string, today = new Date()): string | null {
  return dateProblem(value, today) ?? (value > isoDay(today) ? dateTexts.inTheFuture : null);
}

/** The same of the end of a period, which lies on or after its start. */
export function endProblem(start: string, end: string, today = new Date()): string | null {
  const problem = dateProblem(end, today);
  if (problem !== null || start === '' || end === '' || dateProblem(start, today) !== null) {
    return problem;
  }
  return end < start ? dateTexts.endsTooSoon : null;
}
