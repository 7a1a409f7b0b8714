import * as v from 'valibot';

export const invoiceStatuses = ['draft', 'sent', 'overdue', 'paid'] as const;
export const invoiceTypes = ['membership', 'discipline'] as const;
export const invoicePlans = ['full', 'quarterly_3', 'monthly_8'] as const;
const orders = ['created', 'number', 'name', 'total', 'open', 'due_date'] as const;

export type InvoiceOrder = (typeof orders)[number];

const choice = <const Choices extends readonly string[]>(choices: Choices) =>
  v.optional(v.fallback(v.union([v.picklist(choices), v.literal('')]), ''), '');

/** The state of the page of invoices, as it stands in the address. */
export const invoicesSearchSchema = v.object({
  zoek: v.optional(v.fallback(v.string(), ''), ''),
  status: choice(invoiceStatuses),
  soort: choice(invoiceTypes),
  plan: choice(invoicePlans),
  seizoen: v.optional(v.fallback(v.pipe(v.string(), v.regex(/^(\d{4}-\d{4})?$/)), ''), ''),
  persoon: v.optional(v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0)), 0), 0),
  bekijken: v.optional(v.fallback(v.boolean(), false), false),
  op: v.optional(v.fallback(v.picklist(orders), 'created'), 'created'),
  omlaag: v.optional(v.fallback(v.boolean(), true), true),
  pagina: v.optional(v.fallback(v.pipe(v.number(), v.integer(), v.minValue(1)), 1), 1),
});

export type InvoicesSearch = v.InferOutput<typeof invoicesSearchSchema>;

/** Left out of the address. */
export const usualInvoicesSearch = v.parse(invoicesSearchSchema, {});
