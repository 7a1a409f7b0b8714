// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { Invoice, InvoicePayment } from '@/api/types';
import { serve, show } from '@/testing';
import { invoiceTexts as texts } from '@/texts/invoices';

import InvoiceDialog from './InvoiceDialogs';
import { InvoicePayments } from './InvoicePayments';

vi.spyOn(notifications, 'show').mockReturnValue('');

const invoice = (open_amount: number) => {
  const some: Partial<Invoice> = {
    ...{ id: 3, etag: '"1"', status: 'paid', due_date: null, total_amount: 100, open_amount },
    ...{ received_amount: 110, credited_amount: 0, installments: [], credits: [], payments: [] },
  };
  return some as Invoice;
};

it.each(['10,00', '-10'])('books %s as what was given back', async (typed) => {
  const booked: unknown[] = [];
  serve({
    'POST /club/v1/invoices/3/payments': (body: unknown) => {
      booked.push(body);
      return invoice(0);
    },
  });
  const onClose = vi.fn();
  show(<InvoiceDialog name="pay" invoice={invoice(-10)} onClose={onClose} />);
  expect(screen.getByLabelText<HTMLInputElement>(texts.amount).value).toBe('10,00');
  fireEvent.change(screen.getByLabelText(texts.amount), { target: { value: typed } });
  fireEvent.click(screen.getByRole('button', { name: texts.book }));
  await waitFor(() => {
    expect(onClose).toHaveBeenCalled();
  });
  expect(booked).toMatchObject([{ amount: -10 }]);
});

it('asks for no direction where nothing can be given back', () => {
  serve({});
  show(<InvoiceDialog name="pay" invoice={invoice(0)} onClose={vi.fn()} />);
  expect(screen.queryByLabelText(texts.direction)).toBeNull();
});

it('says that money that was given back counts as paid again when that is taken away', async () => {
  serve({});
  const payment: Partial<InvoicePayment> = {
    ...{ id: 8, amount: -10, paid_on: '2026-11-30', method: 'bank', note: '', booked_by: '' },
    ...{ refunded: 0, charged_back: 0, review: null, reviewed_by: null, removable: true },
  };
  show(<InvoicePayments invoice={{ ...invoice(0), payments: [payment as InvoicePayment] }} />);
  fireEvent.click(screen.getByRole('button', { name: /^Teruggave van .*10,00 terugdraaien$/ }));
  expect(await screen.findByText(texts.unbookGivenBackMessage)).toBeTruthy();
  expect(screen.queryByText(texts.unbookMessage)).toBeNull();
});
