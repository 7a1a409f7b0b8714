import type { WorkEntry } from '@/api/types';
import { dateProblem, endProblem } from '@/lib/check-dates';

/** What is wrong with the dates of a row, by field. Those that stood there already are left alone. */
export function periodProblems(
  { start_date, end_date }: WorkEntry,
  before: readonly WorkEntry[],
): { start_date: string | null; end_date: string | null } {
  const isOld = before.some((old) => old.start_date === start_date && old.end_date === end_date);
  return isOld
    ? { start_date: null, end_date: null }
    : { start_date: dateProblem(start_date), end_date: endProblem(start_date, end_date) };
}
