import type { PersonFields } from '@/api/types';
import { addYears, isoDay } from '@/lib/dates';

export type VogState = 'valid' | 'expiring' | 'expired' | 'missing';

const validYears = 3;
const soonDays = 30;

/**
 * A certificate of conduct counts for three years, on that day no longer; it expires within 30 days. Both are
 * counted from the day three years before, as the server does: around 29 February that is another day than from its end.
 */
export function vogOn(datumVog: string, on: Date): { state: VogState; validUntil?: string } {
  const validUntil = addYears(datumVog, validYears);
  if (validUntil === undefined) return { state: 'missing' };
  const expired = new Date(on.getFullYear() - validYears, on.getMonth(), on.getDate());
  if (datumVog <= isoDay(expired)) return { state: 'expired', validUntil };
  const soon = new Date(expired.getFullYear(), expired.getMonth(), expired.getDate() + soonDays);
  return { state: datumVog <= isoDay(soon) ? 'expiring' : 'valid', validUntil };
}

/**
 * What somebody's certificate is worth, where that matters: of whom none is asked, as the server says, a missing or an old
 * one is no news.
 */
export function vogNews(
  fields: Pick<PersonFields, 'vog_required' | 'datum-vog'>,
  on: Date,
): VogState | undefined {
  const { state } = vogOn(fields['datum-vog'], on);
  return fields.vog_required || state === 'valid' || state === 'expiring' ? state : undefined;
}
