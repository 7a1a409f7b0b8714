import { queryOptions, useMutation } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';
import { staleAfter, useMakeStale } from './stale';

export interface Pair {
  winner: number;
  loser: number;
}

/** Pairs of people who are probably one, those with most reasons first. */
export const duplicatesQuery = queryOptions({
  queryKey: keys.duplicates.list,
  queryFn: ({ signal }) =>
    take(api.GET('/club/v1/duplicates', { params: { query: { per_page: 100 } }, signal })),
  staleTime: 0,
});

/** In what two people differ who are to become one. */
export const comparedQuery = (pair: Pair) =>
  queryOptions({
    queryKey: keys.duplicates.compared(pair),
    queryFn: ({ signal }) =>
      take(api.GET('/club/v1/duplicates/{winner}/{loser}', { params: { path: pair }, signal })),
    staleTime: 0,
    retry: false,
  });

/** Says that two people are not one. */
export function useDismissDuplicate() {
  const onSettled = useMakeStale(staleAfter.dismissed());
  return useMutation({
    mutationFn: (pair: Pair) =>
      take(api.DELETE('/club/v1/duplicates/{winner}/{loser}', { params: { path: pair } })),
    onSettled,
  });
}

/** Makes one person of two. */
export function useMerge() {
  const onSettled = useMakeStale(staleAfter.merged());
  return useMutation({
    mutationFn: ({ take: fields, ...pair }: Pair & { take: string[] }) =>
      take(
        api.POST('/club/v1/duplicates/{winner}/{loser}', {
          params: { path: pair },
          body: { take: fields },
        }),
      ),
    onSettled,
  });
}

/** Who somebody became who is not there any more, undefined for nobody. */
export const mergedInto = (id: number): Promise<number | undefined> =>
  take(api.GET('/club/v1/people/{id}/merged-into', { params: { path: { id } } })).then(
    (into) => into.id,
    () => undefined,
  );
