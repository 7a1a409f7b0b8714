import * as v from 'valibot';

import type { FeeQuery } from '@/api/types';
import { flag } from '@/lib/address';

export const invoiceStatuses = ['none', 'draft', 'sent', 'paid', 'overdue'] as const;

export const nikkiFilters = ['missing', 'mismatch'] as const;

export const feeOrders = [
  'category',
  'name',
  'leeftijdsgroep',
  'base_fee',
  'family_discount_rate',
  'prorata_percentage',
  'final_fee',
  'nikki_total',
  'nikki_saldo',
  'invoice_status',
] as const satisfies readonly FeeQuery['orderby'][];

const text = v.optional(v.fallback(v.string(), ''), '');

/** The state of the list of fees, as it stands in the address. */
export const feesSearchSchema = v.object({
  seizoen: text,
  prognose: flag(false),
  categorie: text,
  factuur: v.optional(v.fallback(v.picklist(['', ...invoiceStatuses]), ''), ''),
  nikki: v.optional(v.fallback(v.picklist(['', ...nikkiFilters]), ''), ''),
  oudLeden: flag(true),
  zoek: text,
  sort: v.optional(v.fallback(v.picklist(feeOrders), 'category'), 'category'),
  order: v.optional(v.fallback(v.picklist(['asc', 'desc']), 'asc'), 'asc'),
});

export type FeesSearch = v.InferOutput<typeof feesSearchSchema>;

/** Left out of the address. */
export const usualFeesSearch = v.parse(feesSearchSchema, {});

/** What the server is asked for. */
export const feeQuery = (search: FeesSearch): FeeQuery => ({
  ...(search.seizoen !== '' && !search.prognose && { season: search.seizoen }),
  ...(search.prognose && { forecast: true }),
  ...(search.categorie !== '' && { category: search.categorie }),
  ...(search.factuur !== '' && { invoice_status: search.factuur }),
  ...(search.nikki !== '' && { nikki: search.nikki }),
  ...(!search.oudLeden && { include_former: false }),
  ...(search.zoek !== '' && { search: search.zoek }),
  orderby: search.sort,
  order: search.order,
});
