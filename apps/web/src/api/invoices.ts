import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';

import type { InvoicesSearch } from '@/features/invoices/route';

import { api, take } from './client';
import { hasStatus, toApiError } from './errors';
import { still } from './if-match';
import { keys } from './keys';
import { staleAfter, useMakeStale } from './stale';
import type { HandPayment, Invoice, NewCredit } from './types';

/** How many invoices stand on a page. */
export const invoicesPerPage = 50;

/** A page of the invoices that the address asks for, with how many there are. */
export const invoicesQuery = (search: InvoicesSearch) =>
  queryOptions({
    queryKey: keys.invoices.list(search),
    queryFn: async ({ signal }) => {
      const { data, error, response } = await api.GET('/club/v1/invoices', {
        params: {
          query: {
            status: search.status,
            type: search.soort,
            payment_plan: search.plan,
            season: search.seizoen,
            person_id: search.persoon,
            search: search.zoek,
            orderby: search.op,
            order: search.omlaag ? 'desc' : 'asc',
            page: search.pagina,
            per_page: invoicesPerPage,
          },
        },
        signal,
      });
      if (data === undefined) throw toApiError(response, error);
      return { rows: data, total: Number(response.headers.get('X-WP-Total') ?? data.length) };
    },
    placeholderData: keepPreviousData,
  });

/** Every invoice of somebody. */
export const personInvoicesQuery = (person: number) =>
  queryOptions({
    queryKey: keys.invoices.of(person),
    queryFn: ({ signal }) =>
      take(api.GET('/club/v1/invoices', { params: { query: { person_id: person } }, signal })),
  });

export const invoiceQuery = (id: number) =>
  queryOptions({
    queryKey: keys.invoices.one(id),
    queryFn: ({ signal }) =>
      take(api.GET('/club/v1/invoices/{id}', { params: { path: { id } }, signal })),
  });

/** The payments that somebody should look at. */
export const reviewQuery = queryOptions({
  queryKey: keys.invoices.review,
  queryFn: ({ signal }) => take(api.GET('/club/v1/payments/review', { signal })),
});

/** The invoices that nobody gets mail about. */
export const unreachableQuery = queryOptions({
  queryKey: keys.invoices.unreachable,
  queryFn: ({ signal }) => take(api.GET('/club/v1/payments/unreachable', { signal })),
});

/** What was billed, received and is open of a season, '' for the one of today. */
export const invoiceMonthsQuery = (season: string) =>
  queryOptions({
    queryKey: keys.invoices.months(season),
    queryFn: ({ signal }) =>
      take(api.GET('/club/v1/invoices/summary', { params: { query: { season } }, signal })),
  });

/** What a treasurer does with an invoice; the answer is how it is then. */
export type InvoiceDeed =
  | { does: 'send' | 'resend'; recipient: string }
  | { does: 'status'; status: Invoice['status']; reason: string }
  | { does: 'due'; due_date: string }
  | { does: 'toggle'; disabled: boolean }
  | { does: 'pay'; payment: HandPayment }
  | { does: 'unpay'; payment: number }
  | { does: 'credit'; credit: NewCredit };

function send({ id, etag }: Pick<Invoice, 'id' | 'etag'>, deed: InvoiceDeed) {
  const params = still(id, etag);
  switch (deed.does) {
    case 'send':
      return api.POST('/club/v1/invoices/{id}/send', {
        params: { path: { id } },
        body: { recipient: deed.recipient },
      });
    case 'resend':
      return api.POST('/club/v1/invoices/{id}/resend', {
        params: { path: { id } },
        body: { recipient: deed.recipient },
      });
    case 'status': {
      const { status, reason } = deed;
      return api.POST('/club/v1/invoices/{id}/status', { params, body: { status, reason } });
    }
    case 'due':
      return api.POST('/club/v1/invoices/{id}/due-date', {
        params,
        body: { due_date: deed.due_date },
      });
    case 'toggle':
      return api.POST('/club/v1/invoices/{id}/toggle-installments', {
        params,
        body: { disabled: deed.disabled },
      });
    case 'pay':
      return api.POST('/club/v1/invoices/{id}/payments', { params, body: deed.payment });
    case 'unpay':
      return api.DELETE('/club/v1/invoices/{id}/payments/{payment}', {
        params: { ...params, path: { id, payment: deed.payment } },
      });
    case 'credit':
      return api.POST('/club/v1/invoices/{id}/credit', { params, body: deed.credit });
  }
}

/** What a treasurer decides by. */
const booksOf = (invoice: Invoice) => {
  const { status, due_date, total_amount, received_amount, credited_amount, open_amount } = invoice;
  const { payment_plan, payments, credits, installments } = invoice;
  const plan = installments.map(({ number, amount, status: its }) => [number, amount, its]);
  return JSON.stringify([
    ...[status, due_date, total_amount, received_amount, credited_amount, open_amount],
    ...[payment_plan, payments.length, credits.length, plan],
  ]);
};

/**
 * Does something with an invoice as the treasurer saw it: meant for another one it is refused. That only a mail went out
 * meanwhile makes it no other one.
 */
async function doDeed(invoice: Invoice, deed: InvoiceDeed): Promise<Invoice> {
  try {
    return await take<Invoice>(send(invoice, deed));
  } catch (error) {
    if (!hasStatus(error, 412)) throw error;
    const now = await take(
      api.GET('/club/v1/invoices/{id}', { params: { path: { id: invoice.id } } }),
    );
    if (now.etag === invoice.etag || booksOf(now) !== booksOf(invoice)) throw error;
    return doDeed(now, deed);
  }
}

export function useInvoiceDeed(invoice: Invoice) {
  const onSettled = useMakeStale(staleAfter.invoices());
  return useMutation({ mutationFn: (deed: InvoiceDeed) => doDeed(invoice, deed), onSettled });
}

/** Bills a member for a season. */
export function useBillMember(person: number, season: string) {
  const onSettled = useMakeStale(staleAfter.invoices());
  return useMutation({
    mutationFn: () =>
      take(
        api.POST('/club/v1/fees/create-membership-invoice', {
          body: { person_id: person, season },
        }),
      ),
    onSettled,
  });
}

/** Deletes a draft. */
export function useRemoveInvoice() {
  const onSettled = useMakeStale(staleAfter.invoices());
  return useMutation({
    mutationFn: ({ id, etag }: Pick<Invoice, 'id' | 'etag'>) =>
      take(api.DELETE('/club/v1/invoices/{id}', { params: still(id, etag) })),
    onSettled,
  });
}

/** Notes that the treasurer looked at a payment. */
export function useReviewed(invoice: number) {
  const onSettled = useMakeStale(staleAfter.invoices());
  return useMutation({
    mutationFn: (payment: number) =>
      take(
        api.POST('/club/v1/payments/review/{invoice}/{payment}', {
          params: { path: { invoice, payment } },
        }),
      ),
    onSettled,
  });
}
