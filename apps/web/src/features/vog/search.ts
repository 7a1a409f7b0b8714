import * as v from 'valibot';

import { whole } from '@/lib/address';

/** How far somebody without a certificate that counts is; '' is everybody. */
export const vogSteps = ['', 'aanschrijven', 'aangeschreven', 'aangevraagd'] as const;

export type VogStep = (typeof vogSteps)[number];

export const vogTypes = ['nieuw', 'vernieuwing'] as const;

export const vogReminders = ['sent', 'not_sent'] as const;

export const vogOrders = ['last_name', 'custom_datum-vog'] as const;

export const vogDays = ['30', '60', '90', '180'] as const;

/** An address has texts, a link in the page may have numbers. */
const text = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

const oneOf = <const Value extends string>(values: readonly Value[], usual: Value) =>
  v.optional(v.fallback(v.pipe(text, v.picklist(values)), usual), usual);

const order = {
  sort: oneOf(vogOrders, 'last_name'),
  order: oneOf(['asc', 'desc'], 'asc'),
  pagina: whole(1),
};

/** The state of the list as it stands in the address. */
export const vogSearchSchema = v.object({
  stap: oneOf(vogSteps, ''),
  soort: oneOf(['', ...vogTypes], ''),
  herinnering: oneOf(['', ...vogReminders], ''),
  ...order,
});

export type VogSearch = v.InferOutput<typeof vogSearchSchema>;

export const usualVogSearch = v.parse(vogSearchSchema, {});

export const soonSearchSchema = v.object({ dagen: oneOf(vogDays, '30'), ...order });

export type SoonSearch = v.InferOutput<typeof soonSearchSchema>;

export const usualSoonSearch = v.parse(soonSearchSchema, {});
