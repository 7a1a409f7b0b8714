import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';
import { staleAfter, useMakeStale } from './stale';
import type { FeeQuery, FeeSettings, FeeSettingsChange } from './types';

export const feesQuery = (query: FeeQuery) =>
  queryOptions({
    queryKey: keys.fees.list(query),
    queryFn: ({ signal }) => take(api.GET('/club/v1/fees', { params: { query }, signal })),
    placeholderData: (before) => before,
  });

export const personFeeQuery = (id: number, season: string, forecast: boolean) =>
  queryOptions({
    queryKey: keys.fees.one(id, season, forecast),
    queryFn: ({ signal }) =>
      take(
        api.GET('/club/v1/fees/person/{id}', {
          params: { path: { id }, query: { season, forecast } },
          signal,
        }),
      ),
  });

/** Leaves somebody out of fees, or takes them in again. */
export function useExclude(id: number) {
  const onSettled = useMakeStale([...staleAfter.fees(), { queryKey: keys.person.one(id) }]);
  return useMutation({
    mutationFn: (excluded: boolean) =>
      take(api.POST('/club/v1/fees/person/{id}', { params: { path: { id } }, body: { excluded } })),
    onSettled,
  });
}

export const feeSettingsQuery = queryOptions({
  queryKey: keys.fees.settings,
  queryFn: ({ signal }) => take(api.GET('/club/v1/membership-fees/settings', { signal })),
});

export const feeFunctionsQuery = queryOptions({
  queryKey: keys.fees.functions,
  queryFn: ({ signal }) => take(api.GET('/club/v1/werkfuncties/available', { signal })),
});

/** What a change of the settings would do. */
export const usePreviewFees = () =>
  useMutation({
    mutationFn: (body: FeeSettingsChange) =>
      take(api.POST('/club/v1/membership-fees/preview', { body })),
  });

interface FeeSettingsSave {
  body: FeeSettingsChange;
  /** Whether the settings, as they are now, may be changed by it. */
  may: (now: FeeSettings) => boolean;
}

/**
 * Saves settings, after one more look at them: they have no version that the server compares. Returns undefined when they may
 * not be saved.
 */
export function useSaveFeeSettings() {
  const queryClient = useQueryClient();
  const onSettled = useMakeStale(staleAfter.fees());
  return useMutation({
    mutationFn: async ({ body, may }: FeeSettingsSave) =>
      may(await queryClient.query({ ...feeSettingsQuery, staleTime: 0 }))
        ? take(api.POST('/club/v1/membership-fees/settings', { body }))
        : undefined,
    onSuccess: (saved) => {
      if (saved) queryClient.setQueryData(feeSettingsQuery.queryKey, saved);
    },
    onSettled,
  });
}
