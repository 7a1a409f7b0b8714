// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { Invoice } from '@/api/types';
import { serve, show } from '@/testing';
import { invoiceTexts as texts } from '@/texts/invoices';

import { InvoicePayments } from './InvoicePayments';

const said = vi.spyOn(notifications, 'show').mockReturnValue('');

const payment = {
  ...{ id: 8, amount: 10, paid_on: '2026-06-01', method: 'online', note: '', refunded: 0 },
  ...{ charged_back: 0, review: 'paid_twice', removable: false, booked_by: '' },
};
const invoiceOf = (reviewed_by: string | null) => {
  const some = { id: 3, payments: [{ ...payment, reviewed_by }] };
  return some as Partial<Invoice> as Invoice;
};

it('keeps the focus on the page when a payment was looked at', async () => {
  said.mockClear();
  serve({ 'POST /club/v1/payments/review/3/8': {} });
  const page = (reviewed_by: string | null) => (
    <main tabIndex={-1}>
      <InvoicePayments invoice={invoiceOf(reviewed_by)} />
    </main>
  );
  const { show: next } = show(page(null));
  const button = screen.getByRole('button', { name: texts.markReviewed });
  button.focus();
  fireEvent.click(button);
  next(page('Hidde'));
  await waitFor(() =>
    expect(said).toHaveBeenCalledWith({ color: 'green', message: texts.reviewedNow }),
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});
