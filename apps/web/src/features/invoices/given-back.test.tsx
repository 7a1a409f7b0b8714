// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { Invoice } from '@/api/types';
import { serve, show } from '@/testing';
import { invoiceTexts as texts } from '@/texts/invoices';

import InvoiceDialog from './InvoiceDialogs';

vi.spyOn(notifications, 'show').mockReturnValue('');

const invoice = (open_amount: number) => {
  const some: Partial<Invoice> = {
    ...{ id: 3, etag: '"1"', status: 'paid', due_date: null, total_amount: 100, open_amount },
    ...{ received_amount: 110, credited_amount: 0, installments: [], credits: [], payments: [] },
  };
  return some as Invoice;
};

it('offers to book that too much was given back', async () => {
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
