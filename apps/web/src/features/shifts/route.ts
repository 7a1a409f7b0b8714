import * as v from 'valibot';

import type { Shift } from '@/api/types';
import { flag, whole } from '@/lib/address';
import { addDays, addMonths, isDay, weeksOf } from '@/lib/calendar';

export const shiftViews = ['lijst', 'kalender', 'seizoen'] as const;

export type ShiftView = (typeof shiftViews)[number];

const day = v.optional(v.fallback(v.pipe(v.string(), v.check(isDay)), ''), '');

const month = v.pipe(
  v.string(),
  v.check((value) => isDay(`${value}-01`)),
);

/** The state of the page as it stands in the address. */
export const shiftsSearchSchema = v.object({
  toon: v.optional(v.fallback(v.picklist(shiftViews), 'lijst'), 'lijst'),
  /** The list: from today without a first day, and for so many weeks without a last one. */
  van: day,
  tot: day,
  /** The calendar's; this one without. */
  maand: v.optional(v.fallback(month, ''), ''),
  seizoen: v.optional(v.fallback(v.pipe(v.string(), v.regex(/^\d{4}-\d{4}$/)), ''), ''),
  mijn: flag(false),
  open: flag(false),
  /** The shift that is open. */
  dienst: whole(0),
});

export type ShiftsSearch = v.InferOutput<typeof shiftsSearchSchema>;

export const usualShiftsSearch = v.parse(shiftsSearchSchema, {});

const usualDays = 8 * 7;

/** The days that are asked for, and all of them: those of a calendar begin on a Monday. */
export function spanOf(search: ShiftsSearch, today: string): { from: string; to: string } {
  if (search.toon === 'kalender') {
    const weeks = weeksOf(monthOf(search, today));
    return { from: weeks[0] ?? today, to: addDays(weeks.at(-1) ?? today, 6) };
  }
  const from = search.van === '' ? today : search.van;
  const to = search.tot === '' ? addDays(from, usualDays) : search.tot;
  return { from, to: to < from ? from : to };
}

export const monthOf = ({ maand }: ShiftsSearch, today: string): string =>
  maand === '' ? today.slice(0, 7) : maand;

/** The month before or after; that of today stands in no address. */
export function monthFrom(search: ShiftsSearch, today: string, step: number): string {
  const next = addMonths(monthOf(search, today), step);
  return next === today.slice(0, 7) ? '' : next;
}

/** How many people a shift still needs: none that is over or that does not take place. */
export const lacks = ({ status, capacity, filled }: Shift): number =>
  status === 'open' ? Math.max(0, capacity - filled) : 0;

/** The shifts by day, in their order. */
export function byDay(shifts: readonly Shift[]): [day: string, shifts: Shift[]][] {
  const days = new Map<string, Shift[]>();
  for (const shift of shifts) days.set(shift.date, [...(days.get(shift.date) ?? []), shift]);
  return [...days];
}
