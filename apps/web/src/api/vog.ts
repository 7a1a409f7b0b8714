import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';
import { makeStale, staleAfter } from './stale';
import type { VogPreview, VogResult, VogSettingsChange } from './types';

/** How many people need a certificate, and how far they are. */
export const vogOverviewQuery = queryOptions({
  queryKey: keys.vog.overview,
  queryFn: ({ signal }) => take(api.GET('/club/v1/vog/overview', { signal })),
});

export const vogSettingsQuery = queryOptions({
  queryKey: keys.vog.settings,
  queryFn: ({ signal }) => take(api.GET('/club/v1/vog/settings', { signal })),
});

/** The mails about a certificate that somebody was sent, newest first. */
export const vogMailsQuery = (id: number) =>
  queryOptions({
    queryKey: keys.vog.mails(id),
    queryFn: ({ signal }) =>
      take(api.GET('/club/v1/vog/people/{id}/mails', { params: { path: { id } }, signal })),
  });

export function useSaveVogSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: VogSettingsChange) => take(api.POST('/club/v1/vog/settings', { body })),
    onSuccess: async ({ people_recalculated, ...settings }) => {
      queryClient.setQueryData(vogSettingsQuery.queryKey, settings);
      if (people_recalculated) await makeStale(queryClient, staleAfter.manyPeople());
    },
  });
}

/** What a mail would look like; nothing is sent. */
export const usePreviewVogMail = () =>
  useMutation({
    mutationFn: (body: VogPreview) => take(api.POST('/club/v1/vog/settings/preview', { body })),
  });

/** What can be done to many people at once. */
export type VogDeed = 'send' | 'remind' | 'submit';

/** How many people are asked about in one request: then it can be told how far it is. */
const portion = 25;

export interface VogProgress {
  done: number;
  results: VogResult[];
}

const call = (deed: VogDeed, ids: number[]) => {
  const body = { ids };
  switch (deed) {
    case 'send':
      return take(api.POST('/club/v1/vog/bulk-send', { body }));
    case 'remind':
      return take(api.POST('/club/v1/vog/bulk-send-reminder', { body }));
    case 'submit':
      return take(api.POST('/club/v1/vog/bulk-mark-justis', { body }));
  }
};

interface VogOrder {
  deed: VogDeed;
  ids: readonly number[];
  onProgress: (progress: VogProgress) => void;
}

/** Does it in portions, and tells after each how far it is. What was done before a failure stays done. */
export function useVogDeed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ deed, ids, onProgress }: VogOrder) => {
      const results: VogResult[] = [];
      for (let from = 0; from < ids.length; from += portion) {
        const some = ids.slice(from, from + portion);
        results.push(...(await call(deed, some)).results);
        onProgress({ done: from + some.length, results: [...results] });
      }
      return results;
    },
    onSettled: () => makeStale(queryClient, staleAfter.vog()),
  });
}
