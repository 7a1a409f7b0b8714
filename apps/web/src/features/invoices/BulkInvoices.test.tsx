// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { feesQuery } from '@/api/fees';
import { later, refusal, serve, show, triesToClose } from '@/testing';
import { commonTexts } from '@/texts/common';
import { bulkTexts as texts } from '@/texts/finance';

import BulkInvoices from './BulkInvoices';

it('stays while the job is being begun, and then says that it failed', async () => {
  const { promise, resolve } = later<Response>();
  serve({
    'GET /club/v1/fees/bulk-invoice-job': { status: 'idle' },
    'POST /club/v1/fees/bulk-create-invoices': ({ dry_run }: { dry_run?: boolean }) =>
      dry_run ? { created: 1, total_amount: 100, invoices: [] } : promise,
  });
  show(<BulkInvoices season="2026-2027" />);
  fireEvent.click(screen.getByRole('button', { name: texts.open }));
  const dialog = within(await screen.findByRole('dialog'));
  const start = dialog.getByRole<HTMLButtonElement>('button', { name: texts.start });
  await waitFor(() => expect(start.disabled).toBe(false));
  fireEvent.click(start);
  await triesToClose(commonTexts.close);
  expect(screen.getByRole('dialog')).toBeTruthy();
  resolve(refusal('Nee.'));
  expect(await screen.findByText('Nee.')).toBeTruthy();
});

function Fees() {
  useQuery(feesQuery({}));
  return null;
}

it('brings the list up to date when the job is done, though its dialog was closed', async () => {
  const job = { status: 'running', total: 2, processed: 1, created: 0, skipped: 0, errors: [] };
  let now = job;
  const sent = serve({
    'GET /club/v1/fees': {},
    'GET /club/v1/fees/bulk-invoice-job': () => now,
    'POST /club/v1/fees/bulk-create-invoices': { dry_run: true, created: 1, invoices: [] },
  });
  const asked = () => sent.filter(({ call }) => call === 'GET /club/v1/fees').length;
  show(
    <>
      <Fees />
      <BulkInvoices season="2026-2027" />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: texts.open }));
  await screen.findByText(texts.running(1, 2));
  expect(asked()).toBe(1);
  const close = screen.getAllByRole('button', { name: commonTexts.close }).at(-1);
  if (close !== undefined) fireEvent.click(close);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  now = { ...job, status: 'done', processed: 2, created: 2 };
  await waitFor(() => expect(asked()).toBe(2));
});
