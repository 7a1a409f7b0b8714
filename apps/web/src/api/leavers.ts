import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';
import { staleAfter, useMakeStale } from './stale';
import type { LeaverRules, Leavers } from './types';

/** For how long the club keeps what it knows of people who left, and what became of that. */
export const leaversQuery = queryOptions({
  queryKey: keys.leavers.overview,
  queryFn: ({ signal }) => take(api.GET('/club/v1/leavers', { signal })),
  staleTime: 0,
});

/** What the rules would destroy today. */
export const leaverRehearsalQuery = queryOptions({
  queryKey: keys.leavers.rehearsal,
  queryFn: ({ signal }) => take(api.GET('/club/v1/leavers/rehearsal', { signal })),
  staleTime: 0,
});

/** How many people come at once. */
const most = 100;

/** Whom a proposal touches. */
export const touchedLeaversQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: keys.leavers.touched(id),
    queryFn: ({ signal, pageParam }) =>
      take(
        api.GET('/club/v1/leavers/proposals/{id}/people', {
          params: { path: { id }, query: { after: pageParam } },
          signal,
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.length < most ? undefined : last.at(-1)?.person),
    staleTime: 0,
  });

/** Each change returns the overview. */
function useLeaversMutation<Variables>(mutationFn: (of: Variables) => Promise<Leavers>) {
  const queryClient = useQueryClient();
  const onSettled = useMakeStale(staleAfter.leavers());
  return useMutation({
    mutationFn,
    onSuccess: (overview) => queryClient.setQueryData(leaversQuery.queryKey, overview),
    onSettled,
  });
}

export const useSaveLeaverRules = () =>
  useLeaversMutation((body: LeaverRules) => take(api.PUT('/club/v1/leavers/rules', { body })));

export const useStopLeavers = () =>
  useLeaversMutation((id: number) =>
    take(api.DELETE('/club/v1/leavers/proposals/{id}', { params: { path: { id } } })),
  );

export const useKeepLeaver = () =>
  useLeaversMutation(({ id, reason }: { id: number; reason: string }) =>
    take(api.PUT('/club/v1/leavers/kept/{id}', { params: { path: { id } }, body: { reason } })),
  );

export const useLetLeaverGo = () =>
  useLeaversMutation((id: number) =>
    take(api.DELETE('/club/v1/leavers/kept/{id}', { params: { path: { id } } })),
  );
