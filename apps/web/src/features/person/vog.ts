import { addYears, isoDay } from '@/lib/dates';

export type VogState = 'valid' | 'expiring' | 'expired' | 'missing';

const validYears = 3;
const soonDays = 90;

/** A certificate of conduct counts for three years; on the day itself it no longer does. */
export function vogOn(datumVog: string, on: Date): { state: VogState; validUntil?: string } {
  const validUntil = addYears(datumVog, validYears);
  if (validUntil === undefined) return { state: 'missing' };
  if (validUntil <= isoDay(on)) return { state: 'expired', validUntil };
  const soon = new Date(on.getFullYear(), on.getMonth(), on.getDate() + soonDays);
  return { state: validUntil <= isoDay(soon) ? 'expiring' : 'valid', validUntil };
}
