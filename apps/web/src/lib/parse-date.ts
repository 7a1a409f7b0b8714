import { isoDay } from './dates';

/** The first year that a date of the club can be in. */
export const firstYear = 1900;

/** And the last one, some years from now. */
export const lastYear = (today: Date): number => today.getFullYear() + 10;

const months = [
  ...['januari', 'februari', 'maart', 'april', 'mei', 'juni'],
  ...['juli', 'augustus', 'september', 'oktober', 'november', 'december'],
];

const words: Readonly<Record<string, number>> = { gisteren: -1, vandaag: 0, morgen: 1 };

/** What was typed: a day, one in a year that no date of the club is in, or nothing that is understood. */
export type TypedDate = { day: string } | { problem: 'unknown' | 'year' };

const unknown: TypedDate = { problem: 'unknown' };

/**
 * Reads a date as people in the Netherlands write it: the day always stands before the month. `1-9-2026`, `1/9/26`,
 * `1.9.2026`, `01092026`, `010926`, `1 sep`, `1 september 2026`, `2026-09-01`, and three words for the days around today.
 */
export function parseDate(text: string, today: Date): TypedDate {
  const typed = text.trim().toLowerCase();
  const distance = words[typed];
  if (distance !== undefined) {
    const { year, month, date } = partsOf(today);
    return { day: isoDay(new Date(year, month, date + distance)) };
  }
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  if (iso !== null) return dayOf(iso[3], Number(iso[2]), iso[1], today);

  const numbers =
    /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/.exec(typed) ??
    /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(typed);
  if (numbers !== null) return dayOf(numbers[1], Number(numbers[2]), numbers[3], today);

  const named = /^(\d{1,2})[ -]*([a-z]{3,})\.?(?:[ -]*(\d{4}|\d{2}))?$/.exec(typed);
  return named === null ? unknown : dayOf(named[1], monthNamed(named[2] ?? ''), named[3], today);
}

const partsOf = (date: Date) => ({
  year: date.getFullYear(),
  month: date.getMonth(),
  date: date.getDate(),
});

/** The number of a month by the beginning of its name; 0 for no month. */
const monthNamed = (name: string): number =>
  name === 'mrt' ? 3 : months.findIndex((month) => month.startsWith(name)) + 1;

function dayOf(day = '', month: number, year: string | undefined, today: Date): TypedDate {
  const full = year === undefined ? today.getFullYear() : fullYear(year, today);
  const date = new Date(full, month - 1, Number(day));
  // Years below 100 mean others to Date, and what does not exist moves on: 31 February is in March.
  date.setFullYear(full, month - 1, Number(day));
  if (date.getMonth() !== month - 1 || date.getDate() !== Number(day)) return unknown;
  return full < firstYear || full > lastYear(today) ? { problem: 'year' } : { day: isoDay(date) };
}

/** Two digits mean the last year that ends on them and that a date can be in. */
function fullYear(year: string, today: Date): number {
  if (year.length > 2) return Number(year);
  const last = lastYear(today);
  return last - ((last - Number(year)) % 100);
}
