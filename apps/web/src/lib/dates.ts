import { dateTexts } from '@/texts/dates';

const day = new Intl.DateTimeFormat('nl-NL', { day: 'numeric', month: 'short', year: 'numeric' });
const time = new Intl.DateTimeFormat('nl-NL', { hour: '2-digit', minute: '2-digit' });

const written = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?/;

/**
 * Reads `YYYY-MM-DD` and `YYYY-MM-DD HH:MM:SS`. The contract writes them without a zone: dates and the club's own times
 * are shown as they stand, whatever zone this browser is in; times in UTC are asked for as such.
 */
function read(value: string, zone: 'as written' | 'utc'): Date | undefined {
  const match = written.exec(value);
  if (match === null) return undefined;
  const [year = 0, month = 1, date = 1, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  return zone === 'utc'
    ? new Date(Date.UTC(year, month - 1, date, hour, minute, second))
    : new Date(year, month - 1, date, hour, minute, second);
}

/** `2026-02-03` as `3 feb 2026`; what is no date comes back as it was, so that nothing is hidden. */
export function formatDate(value: string): string {
  const date = read(value, 'as written');
  return date === undefined ? value : day.format(date);
}

/** A time in the club's zone, as written: `3 feb 2026, 14:05`. */
export function formatDateTime(value: string): string {
  const date = read(value, 'as written');
  return date === undefined ? value : `${day.format(date)}, ${time.format(date)}`;
}

/** A time in UTC, in the zone of who looks at it. */
export function formatUtcDateTime(value: string): string {
  const date = read(value, 'utc');
  return date === undefined ? value : `${day.format(date)}, ${time.format(date)}`;
}

/** The day of a time in UTC, in the zone of who looks at it. */
export function formatUtcDate(value: string): string {
  const date = read(value, 'utc');
  return date === undefined ? value : day.format(date);
}

/** The time of day of a moment, in the zone of who looks at it: `14:05`. */
export const timeOf = (at: Date | number): string => time.format(at);

/** Whole years between a birthdate and a day. */
export function ageOn(birthdate: string, on: Date): number | undefined {
  const born = read(birthdate, 'as written');
  if (born === undefined) return undefined;
  const hadBirthday =
    on.getMonth() > born.getMonth() ||
    (on.getMonth() === born.getMonth() && on.getDate() >= born.getDate());
  const years = on.getFullYear() - born.getFullYear() - (hadBirthday ? 0 : 1);
  return years < 0 ? undefined : years;
}

/** Today as `YYYY-MM-DD`, for comparing with the dates of the contract. */
export function isoDay(date: Date): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** The same day some years later; 29 February becomes 1 March. */
export function addYears(value: string, years: number): string | undefined {
  const date = read(value, 'as written');
  if (date === undefined) return undefined;
  date.setFullYear(date.getFullYear() + years);
  return isoDay(date);
}

/** From one day to another: `sinds`, `tot en met`, both, or nothing. */
export function formatPeriod(from: string, to: string): string {
  if (from !== '' && to !== '') return `${formatDate(from)} – ${formatDate(to)}`;
  if (from !== '') return dateTexts.since(formatDate(from));
  return to === '' ? '' : dateTexts.until(formatDate(to));
}
