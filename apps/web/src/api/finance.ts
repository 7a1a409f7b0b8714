import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';
import { fileBody } from './media';
import type { BulkOrder, FinanceChange, FinanceSettings, MailSample } from './types';

/** The club's financial settings; for who may see its money. */
export const financeSettingsQuery = queryOptions({
  queryKey: keys.financeSettings,
  queryFn: ({ signal }) => take(api.GET('/club/v1/finance/settings', { signal })),
});

function useFinanceChange<T>(change: (given: T) => Promise<FinanceSettings>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (saved) => {
      queryClient.setQueryData(financeSettingsQuery.queryKey, saved);
    },
  });
}

export const useSaveFinance = () =>
  useFinanceChange((body: FinanceChange) => take(api.POST('/club/v1/finance/settings', { body })));

export const useFinanceLogo = () =>
  useFinanceChange((file: File | null) =>
    file === null
      ? take(api.DELETE('/club/v1/finance/logo'))
      : take(api.POST('/club/v1/finance/logo', fileBody(file))),
  );

/** What a mail would look like; nothing is sent. */
export const useMailPreview = () =>
  useMutation({
    mutationFn: (body: MailSample) => take(api.POST('/club/v1/finance/settings/preview', { body })),
  });

/** How often the job is asked how far it is, in milliseconds. */
const often = 1000;

/** How far the job is that bills a season; for administrators. */
export const bulkJobQuery = queryOptions({
  queryKey: keys.bulkJob,
  queryFn: ({ signal }) => take(api.GET('/club/v1/fees/bulk-invoice-job', { signal })),
  refetchInterval: ({ state }) => (state.data?.status === 'running' ? often : false),
});

/** Begins the job, or with dry_run says whom it would bill. */
export function useBulkInvoices() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BulkOrder) => take(api.POST('/club/v1/fees/bulk-create-invoices', { body })),
    onSuccess: (job) => {
      if (!job.dry_run) queryClient.setQueryData(bulkJobQuery.queryKey, job);
    },
  });
}
