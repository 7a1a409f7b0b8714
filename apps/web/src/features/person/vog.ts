import type { PersonFields } from '@/api/types';
import { addYears, isoDay } from '@/lib/dates';

export type VogState = 'valid' | 'expiring' | 'expired' | 'missing';

const validYears = 3;
const soonDays = 30;

/** A certificate of conduct counts for three years, on that day no longer; it expires within 30 days. As the server counts. */
export function vogOn(datumVog: string, on: Date): { state: VogState; validUntil?: string } {
  const validUntil = addYears(datumVog, validYears);
  if (validUntil === undefined) return { state: 'missing' };
  if (validUntil <= isoDay(on)) return { state: 'expired', validUntil };
  const soon = new Date(on.getFullYear(), on.getMonth(), on.getDate() + soonDays);
  return { state: validUntil <= isoDay(soon) ? 'expiring' : 'valid', validUntil };
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
