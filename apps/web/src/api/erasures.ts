import { queryOptions, useMutation } from '@tanstack/react-query';

import { api, take, takePages } from './client';
import { keys } from './keys';
import { staleAfter, useMakeStale } from './stale';

/** What would go, and what would stay, if somebody were erased. */
export const erasureQuery = (id: number) =>
  queryOptions({
    queryKey: keys.erasures.of(id),
    queryFn: ({ signal }) =>
      take(api.GET('/club/v1/people/{id}/erasure', { params: { path: { id } }, signal })),
    staleTime: 0,
    gcTime: 0,
  });

/** Takes somebody out of every list, to be destroyed after a month. */
export function usePlanErasure(id: number) {
  const onSettled = useMakeStale(staleAfter.person(id));
  return useMutation({
    mutationFn: () => take(api.POST('/club/v1/people/{id}/erasure', { params: { path: { id } } })),
    onSettled,
  });
}

/** Who is to be erased and how often somebody was, the newest first. */
export const erasuresQuery = queryOptions({
  queryKey: keys.erasures.list,
  queryFn: ({ signal }) =>
    takePages((page) =>
      api.GET('/club/v1/erasures', { params: { query: { page, per_page: 100 } }, signal }),
    ),
  staleTime: 0,
});

/** Brings somebody back who was to be erased. */
export function useWithdrawErasure() {
  const onSettled = useMakeStale(staleAfter.erasure());
  return useMutation({
    mutationFn: (id: number) =>
      take(api.DELETE('/club/v1/erasures/{id}', { params: { path: { id } } })),
    onSettled,
  });
}
