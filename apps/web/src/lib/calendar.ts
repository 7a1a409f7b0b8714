const pad = (part: number) => String(part).padStart(2, '0');

const read = (day: string) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date));
};

const write = (date: Date) =>
  `${date.getUTCFullYear()}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;

/** So many days later, or earlier. */
export function addDays(day: string, count: number): string {
  const date = read(day);
  date.setUTCDate(date.getUTCDate() + count);
  return write(date);
}

/** 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: string): number => read(day).getUTCDay() || 7;

/** The Monday of the week of a day. */
export const mondayOf = (day: string): string => addDays(day, 1 - weekdayOf(day));

/** The number of the week that the day is in: the first has the first Thursday of the year. */
export function weekOf(day: string): number {
  const thursday = addDays(mondayOf(day), 3);
  const first = read(`${thursday.slice(0, 4)}-01-01`).getTime();
  return 1 + Math.floor((read(thursday).getTime() - first) / (7 * 86_400_000));
}

/** `2026-11` some months later, or earlier. */
export function addMonths(month: string, count: number): string {
  const date = read(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return write(date).slice(0, 7);
}

/** The weeks that show a month: the Monday of each. */
export function weeksOf(month: string): string[] {
  const end = addMonths(month, 1);
  const weeks: string[] = [];
  for (let monday = mondayOf(`${month}-01`); monday < `${end}-01`; monday = addDays(monday, 7)) {
    weeks.push(monday);
  }
  return weeks;
}

const firstMonth = 7; // July

/** The first year of the season of a day. */
const seasonYear = (day: string) => {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return month < firstMonth ? year - 1 : year;
};

/** `2026-2027`: the season of a day, or one some seasons later. */
export function seasonOf(day: string, later = 0): string {
  const year = seasonYear(day) + later;
  return `${year}-${year + 1}`;
}

/** The first and the last day of a season. */
export function seasonDays(season: string): { from: string; to: string } {
  const [first = '', last = ''] = season.split('-');
  return { from: `${first}-07-01`, to: `${last}-06-30` };
}

const formats = {
  full: new Intl.DateTimeFormat('nl-NL', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }),
  short: new Intl.DateTimeFormat('nl-NL', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }),
  weekday: new Intl.DateTimeFormat('nl-NL', { weekday: 'long', timeZone: 'UTC' }),
  month: new Intl.DateTimeFormat('nl-NL', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
};

/** `zaterdag 21 november`, `za 21 nov`, `zaterdag` or `november 2026`. */
export const dayText = (day: string, as: keyof typeof formats): string =>
  formats[as].format(read(day));
