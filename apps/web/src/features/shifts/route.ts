import type { Shift } from '@/api/types';
import { addDays, addMonths, weeksOf } from '@/lib/calendar';

import type { ShiftsSearch } from './search';

const usualDays = 8 * 7;

/** The days that are shown, and all of them: those of a calendar begin on a Monday. */
export function spanOf(search: ShiftsSearch, today: string): { from: string; to: string } {
  if (search.toon === 'kalender') {
    const weeks = weeksOf(monthOf(search, today));
    return { from: weeks[0] ?? today, to: addDays(weeks.at(-1) ?? today, 6) };
  }
  const from = search.van === '' ? today : search.van;
  const to = search.tot === '' ? addDays(from, usualDays) : search.tot;
  return { from, to: to < from ? from : to };
}

/** What is asked for. Without a first day the server begins with what goes on since yesterday. */
export function askedOf(search: ShiftsSearch, today: string): { from: string; to: string } {
  const span = spanOf(search, today);
  return search.toon !== 'kalender' && search.van === '' ? { ...span, from: '' } : span;
}

export const monthOf = ({ maand }: ShiftsSearch, today: string): string =>
  maand === '' ? today.slice(0, 7) : maand;

/** The month before or after; that of today stands in no address. */
export function monthFrom(search: ShiftsSearch, today: string, step: number): string {
  const next = addMonths(monthOf(search, today), step);
  return next === today.slice(0, 7) ? '' : next;
}

/** How many people a shift still needs: none that is over or that does not take place. */
export const lacks = ({ status, over, capacity, filled }: Shift): number =>
  status === 'open' && !over ? Math.max(0, capacity - filled) : 0;

/** What is said of a shift: one that has ended took place, unless it was called off. */
export const statusOf = ({ status, over }: Shift): Shift['status'] =>
  over && status !== 'cancelled' ? 'completed' : status;

/** The shifts by day, in their order. */
export function byDay(shifts: readonly Shift[]): [day: string, shifts: Shift[]][] {
  const days = new Map<string, Shift[]>();
  for (const shift of shifts) days.set(shift.date, [...(days.get(shift.date) ?? []), shift]);
  return [...days];
}
