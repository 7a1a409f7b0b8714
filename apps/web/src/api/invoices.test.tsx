// @vitest-environment happy-dom
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import { outdated, serve, show } from '@/testing';

import { useRemoveInvoice } from './invoices';
import { keys } from './keys';

it('forgets the version of an invoice that was not removed, for another change came before', async () => {
  serve({ 'DELETE /club/v1/invoices/7': outdated('Jan') });
  const seen: { client?: QueryClient; remove?: ReturnType<typeof useRemoveInvoice> } = {};
  function Removal() {
    seen.client = useQueryClient();
    seen.remove = useRemoveInvoice();
    return null;
  }
  show(<Removal />);
  const key = [...keys.invoices.all, 'kept'];
  seen.client?.setQueryData(key, { id: 7, etag: '"1"' });
  seen.remove?.mutate({ id: 7, etag: '"1"' });
  await waitFor(() => expect(seen.remove?.isError).toBe(true));
  expect(seen.client?.getQueryState(key)?.isInvalidated).toBe(true);
});
