// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

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
