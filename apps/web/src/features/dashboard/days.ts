import { isoDay, timeOf } from '@/lib/dates';
import { dashboardTexts } from '@/texts/dashboard';

const long = new Intl.DateTimeFormat('nl-NL', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});
const short = new Intl.DateTimeFormat('nl-NL', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const moment = new Intl.DateTimeFormat('nl-NL', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

const millisecondsPerDay = 86_400_000;

const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** `dinsdag 24 november`. */
export const longDay = (day: string): string => long.format(utc(day));

/** `vandaag`, `morgen`, or `wo 26 nov`. */
export function nearDay(day: string, today: string): string {
  const away = (utc(day) - utc(today)) / millisecondsPerDay;
  if (away === 0) return dashboardTexts.today;
  return away === 1 ? dashboardTexts.tomorrow : short.format(utc(day));
}

/** A time in UTC as the server writes it. */
const momentOf = (stamp: string): Date => new Date(`${stamp.replace(' ', 'T')}Z`);

/** `vandaag om 03:00`, `gisteren om 03:00`, or `3 dagen geleden`: of a time in UTC as the server writes it. */
export function longAgo(stamp: string, now: Date): string {
  const at = momentOf(stamp);
  const days = (utc(isoDay(now)) - utc(isoDay(at))) / millisecondsPerDay;
  if (days > 1) return dashboardTexts.daysAgo(days);
  const time = timeOf(at);
  return days === 1 ? dashboardTexts.yesterdayAt(time) : dashboardTexts.todayAt(time);
}

/** `10:45` today, else with its day: of a time in UTC as the server writes it. */
export function fetchedAt(stamp: string, now: Date): string {
  const at = momentOf(stamp);
  return at.toDateString() === now.toDateString() ? timeOf(at) : moment.format(at);
}
