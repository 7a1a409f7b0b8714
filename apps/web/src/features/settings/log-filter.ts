import * as v from 'valibot';

const day = v.optional(
  v.fallback(v.optional(v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/))), undefined),
);

/** A text when it comes from the address, a number when the page itself asks. */
const id = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(Number),
  v.safeInteger(),
  v.minValue(1),
);

/** What of the log is looked at, as it stands in the address. */
export const logSearchSchema = v.object({
  /** One of the kinds, as far as it can be known without their texts: the page looks again. */
  wat: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.regex(/^[a-z-]+$/))), undefined)),
  wie: v.optional(v.fallback(v.optional(id), undefined)),
  over: v.optional(
    v.fallback(v.optional(v.pipe(v.string(), v.regex(/^[a-z-]+(:[1-9]\d*)?$/))), undefined),
  ),
  van: day,
  tot: day,
});

export interface LogSearch {
  wat?: string;
  wie?: number;
  over?: string;
  van?: string;
  tot?: string;
}
