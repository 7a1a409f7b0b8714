import { queryOptions, useMutation } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';
import { staleAfter, useMakeStale } from './stale';

const most = 100;

/** The addresses that mail does not reach, the last told first. */
export const suppressionsQuery = queryOptions({
  queryKey: keys.suppressions,
  queryFn: ({ signal }) =>
    take(api.GET('/club/v1/suppressions', { params: { query: { per_page: most } }, signal })),
  staleTime: 0,
});

/** Lets mail go to an address again. */
export function useLiftSuppression() {
  const onSettled = useMakeStale(staleAfter.suppressions());
  return useMutation({
    mutationFn: (id: number) =>
      take(api.DELETE('/club/v1/suppressions/{id}', { params: { path: { id } } })),
    onSettled,
  });
}
