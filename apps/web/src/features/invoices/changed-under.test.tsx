// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { Invoice, InvoicePayment } from '@/api/types';
import { outdated, serve, show } from '@/testing';
import { formatEuros } from '@/lib/euros';
import { invoiceTexts as texts } from '@/texts/invoices';

import InvoiceDialog from './InvoiceDialogs';
import { InvoicePayments } from './InvoicePayments';

vi.spyOn(notifications, 'show').mockReturnValue('');

const payment = (id: number, amount: number) => {
  const some: Partial<InvoicePayment> = {
    ...{ id, amount, paid_on: '2026-06-01', method: 'bank', note: '', booked_by: 'Jan' },
    ...{ refunded: 0, charged_back: 0, review: null, reviewed_by: null, removable: true },
  };
  return some as InvoicePayment;
};

const invoice = (more: Partial<Invoice>) => {
  const some: Partial<Invoice> = {
    ...{ id: 3, etag: '"1"', status: 'sent', due_date: null, total_amount: 100, open_amount: 100 },
    ...{ received_amount: 0, credited_amount: 0, installments: [], credits: [], payments: [] },
    ...more,
  };
  return some as Invoice;
};

/** As it is after a colleague booked the same payment. */
const paid = invoice({
  ...{ etag: '"2"', status: 'paid', open_amount: 0, received_amount: 100 },
  payments: [payment(8, 100)],
});

/** A server that has the paid invoice, and for which of them it was asked to do something. */
function servePaid(call: string) {
  const meant: (string | null)[] = [];
  const answer = (_body: unknown, etag: string | null) => {
    meant.push(etag);
    return etag === '"2"' ? paid : outdated('Carla');
  };
  serve({ [call]: answer, 'GET /club/v1/invoices/3': paid });
  return meant;
}

it('books no payment on an invoice that somebody else changed since the form was opened', async () => {
  const meant = servePaid('POST /club/v1/invoices/3/payments');
  const onClose = vi.fn();
  const form = (shown: Invoice, opening: number) => (
    <InvoiceDialog key={opening} name="pay" invoice={shown} onClose={onClose} />
  );
  const { show: again } = show(form(invoice({}), 1));
  again(form(paid, 1));
  expect(screen.getByLabelText<HTMLInputElement>(texts.amount).value).toBe('100,00');
  fireEvent.click(screen.getByRole('button', { name: texts.book }));
  expect(await screen.findByText('Intussen gewijzigd.')).toBeTruthy();
  expect(meant).toEqual(['"1"']);
  expect(onClose).not.toHaveBeenCalled();

  again(form(paid, 2));
  fireEvent.change(screen.getByLabelText(texts.amount), { target: { value: '5' } });
  fireEvent.click(screen.getByRole('button', { name: texts.book }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(meant).toEqual(['"1"', '"2"']);
});

it('takes no payment back of an invoice that somebody else changed since it was asked', async () => {
  const meant = servePaid('DELETE /club/v1/invoices/3/payments/8');
  const before = invoice({ payments: [payment(8, 100), payment(9, 50)] });
  const { show: again } = show(<InvoicePayments invoice={before} />);
  fireEvent.click(screen.getByRole('button', { name: texts.unbookThing(formatEuros(100)) }));
  await screen.findByRole('dialog', { name: texts.unbook });
  again(<InvoicePayments invoice={paid} />);
  fireEvent.click(screen.getByRole('button', { name: texts.unbook }));
  expect(await screen.findByText('Intussen gewijzigd.')).toBeTruthy();
  expect(meant).toEqual(['"1"']);
});
