import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';
import { makeStale, staleAfter } from './stale';

/** The anniversaries from one day to another. */
export const anniversariesQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: keys.anniversaries.list(from, to),
    queryFn: ({ signal }) =>
      take(api.GET('/club/v1/anniversaries', { params: { query: { from, to } }, signal })),
  });

export const milestonesQuery = queryOptions({
  queryKey: keys.anniversaries.settings,
  queryFn: ({ signal }) => take(api.GET('/club/v1/anniversaries/settings', { signal })),
});

export function useSaveMilestones() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (milestones: number[]) =>
      take(api.POST('/club/v1/anniversaries/settings', { body: { milestones } })),
    onSuccess: async (settings) => {
      queryClient.setQueryData(milestonesQuery.queryKey, settings);
      await makeStale(queryClient, staleAfter.milestones());
    },
  });
}
