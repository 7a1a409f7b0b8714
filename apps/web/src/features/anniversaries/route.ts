import * as v from 'valibot';

import { years } from '@/lib/address';
import { seasonDays, seasonOf } from '@/lib/calendar';

/** The state of the page as it stands in the address. */
export const anniversariesSearchSchema = v.object({
  /** This one without. */
  seizoen: v.optional(v.fallback(v.pipe(v.string(), v.check(isSeason)), ''), ''),
  /** Of one milestone alone. */
  jaren: years,
});

export type AnniversariesSearch = v.InferOutput<typeof anniversariesSearchSchema>;

export const usualAnniversariesSearch = v.parse(anniversariesSearchSchema, {});

/** The server knows the years from 1900 to 2200. */
function isSeason(text: string): boolean {
  const [first = 0, last = 0] = text.split('-').map(Number);
  return /^\d{4}-\d{4}$/.test(text) && first >= 1900 && last <= 2200 && last === first + 1;
}

export const seasonFrom = ({ seizoen }: AnniversariesSearch, today: string): string =>
  seizoen === '' ? seasonOf(today) : seizoen;

export const daysFrom = (search: AnniversariesSearch, today: string) =>
  seasonDays(seasonFrom(search, today));

/** The two before, this one and the two to come; and the chosen one. */
export function seasonChoices(search: AnniversariesSearch, today: string): string[] {
  const near = [2, 1, 0, -1, -2].map((later) => seasonOf(today, later));
  const chosen = seasonFrom(search, today);
  return near.includes(chosen) ? near : [chosen, ...near];
}

const most = 100;

/** The milestones as they were typed, `undefined` when one is not whole or half years. */
export function milestonesOf(typed: readonly string[]): number[] | undefined {
  const years = typed.map((text) => Number(text.trim().replace(',', '.')));
  const right = years.every((one) => one > 0 && one <= most && Number.isInteger(one * 2));
  return right ? [...new Set(years)].sort((a, b) => a - b) : undefined;
}
