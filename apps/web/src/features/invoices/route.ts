import * as v from 'valibot';

import { flag, whole } from '@/lib/address';

export const invoiceStatuses = ['draft', 'sent', 'overdue', 'paid'] as const;
export const invoiceTypes = ['membership', 'discipline'] as const;
export const invoicePlans = ['full', 'quarterly_3', 'monthly_8'] as const;
const orders = ['created', 'number', 'name', 'total', 'open', 'due_date'] as const;

export type InvoiceOrder = (typeof orders)[number];

const choice = <const Choices extends readonly string[]>(choices: Choices) =>
  v.optional(v.fallback(v.picklist(['', ...choices]), ''), '');

/** The state of the page of invoices, as it stands in the address. */
export const invoicesSearchSchema = v.object({
  zoek: v.optional(v.fallback(v.string(), ''), ''),
  status: choice(invoiceStatuses),
  soort: choice(invoiceTypes),
  plan: choice(invoicePlans),
  seizoen: v.optional(v.fallback(v.pipe(v.string(), v.regex(/^(\d{4}-\d{4})?$/)), ''), ''),
  persoon: whole(0),
  op: v.optional(v.fallback(v.picklist(orders), 'created'), 'created'),
  omlaag: flag(true),
  pagina: whole(1),
});

export type InvoicesSearch = v.InferOutput<typeof invoicesSearchSchema>;

/** Left out of the address. */
export const usualInvoicesSearch = v.parse(invoicesSearchSchema, {});
