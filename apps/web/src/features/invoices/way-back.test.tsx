// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';

import { serve, show } from '@/testing';
import { invoiceTexts as texts } from '@/texts/invoices';
import { reviewTexts } from '@/texts/review';
import { peopleTexts } from '@/texts/people';
import { tableTexts } from '@/texts/table';

import { InvoicePage } from './InvoicePage';
import { InvoicesPage } from './InvoicesPage';
import { ReviewPage } from './ReviewPage';
import { usualInvoicesSearch } from './route';

const place = vi.hoisted(() => ({ state: {} }));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useLocation: ({ select }: { select: (location: typeof place) => unknown }) => select(place),
}));
vi.mock('@/components/ButtonLink', () => ({
  ButtonLink: ({ children, ...to }: { children: ReactNode }) => (
    <a href={`#${JSON.stringify(to)}`}>{children}</a>
  ),
}));
vi.mock('@/components/SearchBox', () => ({ SearchBox: () => null }));
vi.mock('@/components/links', () => ({
  AnchorLink: ({ children, ...to }: { children: ReactNode }) => (
    <a href={`#${JSON.stringify(to)}`}>{children}</a>
  ),
}));

const search = { ...usualInvoicesSearch, status: 'overdue', pagina: 2 } as const;

/** What the router was given with a link. */
const given = (link: HTMLElement | undefined): unknown =>
  JSON.parse(decodeURIComponent((link?.getAttribute('href') ?? '').slice(1)));

it('tells the page of an invoice how the list stood that it was opened from', async () => {
  const row = { id: 3, invoice_number: '2026T001', person_name: 'Jan', person: null };
  const more = { total_amount: 1, open_amount: 1, status: 'sent', type: 'membership' };
  serve({ 'GET /club/v1/invoices': [{ ...row, ...more }] });
  show(<InvoicesPage search={search} onSearch={vi.fn()} />);
  const [link] = await screen.findAllByRole('link', { name: row.invoice_number });
  expect(given(link)).toMatchObject({ state: { invoicesSearch: search } });
});

it.each([
  ['how it stood', { invoicesSearch: search }, search],
  ['the whole list when it was opened from elsewhere', {}, {}],
])('leads from an invoice back to the list: %s', (_how, state, want) => {
  place.state = state;
  serve({});
  show(<InvoicePage id={3} />);
  const back = screen.getByRole('link', { name: texts.back });
  expect(given(back)).toMatchObject({ to: '/facturen', search: want });
});

it('leads back from a page of the list that is not there any more', async () => {
  serve({ 'GET /club/v1/invoices': Response.json([], { headers: { 'X-WP-Total': '50' } }) });
  const onSearch = vi.fn();
  show(<InvoicesPage search={search} onSearch={onSearch} />);
  fireEvent.click(await screen.findByRole('button', { name: peopleTexts.toLastPage }));
  expect(onSearch).toHaveBeenCalledExactlyOnceWith({ pagina: 1 });
});

it('is sorted on a phone, too, also by when invoices were made', async () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  const row = { id: 3, invoice_number: '2026T001', person_name: 'Jan', person: null };
  const more = { total_amount: 1, open_amount: 1, status: 'sent', type: 'membership' };
  serve({ 'GET /club/v1/invoices': [{ ...row, ...more }] });
  const onSearch = vi.fn();
  const { show: change } = show(<InvoicesPage search={usualInvoicesSearch} onSearch={onSearch} />);
  const by = await screen.findByRole<HTMLSelectElement>('combobox', { name: tableTexts.sort });
  expect(by.selectedOptions[0]?.text).toBe(texts.created);
  fireEvent.change(by, { target: { value: 'open' } });
  expect(onSearch).toHaveBeenLastCalledWith({ op: 'open', omlaag: true });
  change(<InvoicesPage search={{ ...usualInvoicesSearch, op: 'open' }} onSearch={onSearch} />);
  fireEvent.change(by, { target: { value: 'created' } });
  expect(onSearch).toHaveBeenLastCalledWith({ op: 'created', omlaag: true });
});

it('leads to what waits and back to the list as it stood', () => {
  serve({});
  place.state = {};
  const { show: next } = show(<InvoicesPage search={search} onSearch={vi.fn()} />);
  const state = { invoicesSearch: search };
  expect(given(screen.getByRole('link', { name: texts.reviewTitle }))).toMatchObject({ state });
  place.state = state;
  next(<ReviewPage />);
  expect(given(screen.getByRole('link', { name: reviewTexts.back }))).toMatchObject({ search });
});

it('leads from an invoice of what waits back there', async () => {
  place.state = { invoicesSearch: search };
  const row = { invoice_id: 3, invoice_number: '2026T001', person_id: 2, person_name: 'Jan' };
  serve({
    'GET /club/v1/payments/review': [],
    'GET /club/v1/payments/unreachable': [{ ...row, due_date: '2026-06-01', open_amount: 1 }],
  });
  const { show: next } = show(<ReviewPage />);
  const link = given(await screen.findByRole('link', { name: row.invoice_number }));
  expect(link).toMatchObject({ state: { invoicesSearch: search, fromReview: true } });
  place.state = { invoicesSearch: search, fromReview: true };
  next(<InvoicePage id={3} />);
  expect(given(screen.getByRole('link', { name: texts.reviewTitle }))).toMatchObject({
    to: '/facturen/te-bekijken',
    state: { invoicesSearch: search },
  });
});
