import * as v from 'valibot';

import { flag, whole } from '@/lib/address';
import { isDay } from '@/lib/is-day';

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
  /** The list: from today (and what goes on since yesterday) without a first day, and for so many weeks without a last one. */
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
