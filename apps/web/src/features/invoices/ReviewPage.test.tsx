// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';

import { later, refusal, serve, show } from '@/testing';
import { invoiceTexts } from '@/texts/invoices';
import { reviewTexts as texts } from '@/texts/review';

import { ReviewPage } from './ReviewPage';

vi.mock('@/components/links', () => ({
  AnchorLink: ({ children }: { children: ReactNode }) => <a href="#invoice">{children}</a>,
}));

const said = vi.spyOn(notifications, 'show').mockReturnValue('');

const payment = {
  ...{ invoice_id: 3, invoice_number: '2026C001', payment_id: 8, person_name: 'Jan' },
  ...{ amount: 10, returned: 0, open_amount: 0, reason: 'paid_twice', paid_on: '2026-06-01' },
};

/** Shows one payment to look at, and says that it was. */
async function look(answer: unknown) {
  said.mockClear();
  let rows = [payment];
  // The row is gone before all that shows invoices is there anew.
  const slow = later<unknown>();
  serve({
    'GET /club/v1/payments/review': () => rows,
    'GET /club/v1/payments/unreachable': () => (rows.length === 0 ? slow.promise : []),
    'POST /club/v1/payments/review/3/8': () => {
      if (!(answer instanceof Response)) rows = [];
      return answer;
    },
  });
  show(
    <main tabIndex={-1}>
      <ReviewPage />
    </main>,
  );
  const button = await screen.findByRole('button', { name: texts.markOne('2026C001') });
  button.focus();
  fireEvent.click(button);
  return slow;
}

it('says that a payment was looked at, though its row is gone, and keeps the focus on the page', async () => {
  const slow = await look({});
  expect(await screen.findByText(texts.noPayments)).toBeTruthy();
  slow.resolve([]);
  await waitFor(() =>
    expect(said).toHaveBeenCalledWith({ color: 'green', message: invoiceTexts.reviewedNow }),
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});

it('says at the row why it could not be', async () => {
  await look(refusal('Nee.'));
  expect(await screen.findByText('Nee.')).toBeTruthy();
  expect(said).not.toHaveBeenCalled();
});
