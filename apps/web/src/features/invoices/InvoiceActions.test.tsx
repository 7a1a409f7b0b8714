// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { Invoice } from '@/api/types';
import { later, serve, show } from '@/testing';
import { invoiceTexts as texts } from '@/texts/invoices';

import { InvoiceActions } from './InvoiceActions';

/** Shows the actions of an invoice where somebody has signed in. */
function showActions(invoice: Invoice) {
  const root = createRootRoute();
  const signedIn = createRoute({
    getParentRoute: () => root,
    id: '_signed-in',
    beforeLoad: () => ({ me: { id: 1, email: 'geld@club.example' } }),
  });
  const page = createRoute({
    getParentRoute: () => signedIn,
    path: '/',
    component: () => <InvoiceActions invoice={invoice} />,
  });
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([page])]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  show(<RouterProvider router={router} />);
}

const said = vi.spyOn(notifications, 'show').mockReturnValue('');

const some: Partial<Invoice> = {
  ...{ id: 3, etag: '"1"', invoice_number: '2026C001', status: 'sent', type: 'membership' },
  ...{ total_amount: 100, open_amount: 100, sent_date: '2026-06-01', installments: [] },
};
const invoice = some as Invoice;

it.each([
  [texts.resend, 'POST /club/v1/invoices/3/resend'],
  [texts.sendTest, 'POST /club/v1/invoices/3/resend'],
  [texts.pdf, 'GET /club/v1/invoices/3/pdf'],
])('offers nothing more while it is at it: %s', async (item, call) => {
  said.mockClear();
  const { promise, resolve } = later<unknown>();
  const sent = serve({ [call]: () => promise });
  showActions(invoice);
  const more = await screen.findByRole<HTMLButtonElement>('button', { name: texts.more });
  fireEvent.click(more);
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
  await waitFor(() => expect(sent.map((one) => one.call)).toEqual([call]));
  await waitFor(() => expect(more.disabled).toBe(true));
  resolve(invoice);
  await waitFor(() => expect(more.disabled).toBe(false));
});
