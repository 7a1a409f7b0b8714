import * as v from 'valibot';

/** What a search parameter can be: an address holds texts alone, a link in the page other values too. What makes no sense is as usual. */

export const flag = (usual: boolean) =>
  v.optional(
    v.fallback(
      v.pipe(
        v.union([v.boolean(), v.picklist(['true', 'false'])]),
        v.transform((given) => given === true || given === 'true'),
      ),
      usual,
    ),
    usual,
  );

/** A whole number, from the least on, which is the usual one. */
export const whole = (least: number) =>
  v.optional(
    v.fallback(
      v.pipe(
        v.union([v.string(), v.number()]),
        v.transform(Number),
        v.integer(),
        v.minValue(least),
      ),
      least,
    ),
    least,
  );

/** A number of years: whole and a half. */
export const years = v.optional(
  v.fallback(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform(Number),
      v.minValue(0),
      v.check((value) => Number.isInteger(value * 2)),
    ),
    0,
  ),
  0,
);
