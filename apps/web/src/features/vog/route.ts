import * as v from 'valibot';

import type { PeopleFilter, PeopleQuery } from '@/api/people/wire';
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

export const vogPerPage = 100;

const validYears = '3';

const orderOf = ({ sort, order: way, pagina }: Pick<VogSearch, 'sort' | 'order' | 'pagina'>) => ({
  orderby: sort,
  order: way,
  page: pagina,
  per_page: vogPerPage,
});

const steps: Record<VogStep, PeopleFilter> = {
  '': {},
  aanschrijven: { vog_email_status: 'not_sent', vog_justis_status: 'not_submitted' },
  aangeschreven: { vog_email_status: 'sent', vog_justis_status: 'not_submitted' },
  aangevraagd: { vog_justis_status: 'submitted' },
};

/** Those who need a certificate and have none that counts. */
export const vogQuery = (search: VogSearch): PeopleQuery => ({
  ...vogFilter(search),
  ...orderOf(search),
});

/** The same of all pages, in any order. */
export const vogFilter = (search: VogSearch): PeopleFilter => ({
  vog_required: '1',
  vog_older_than_years: validYears,
  ...(search.soort === '' ? { vog_missing: '1' } : { vog_type: search.soort }),
  ...steps[search.stap],
  ...(search.herinnering !== '' && { vog_reminder_status: search.herinnering }),
});

/** Those who need a certificate, and whose certificate expires soon. */
export const soonQuery = (search: SoonSearch): PeopleQuery => ({
  vog_required: '1',
  vog_expiring_within_days: search.dagen,
  ...orderOf(search),
});
