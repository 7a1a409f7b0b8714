import { queryOptions } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';

/** How many characters a search for users takes at least. */
export const shortestUserSearch = 2;

/** Other users of whose name something was typed. */
export const userHitsQuery = (q: string) =>
  queryOptions({
    queryKey: keys.userHits(q),
    queryFn: ({ signal }) =>
      take(api.GET('/club/v1/users/search', { params: { query: { q } }, signal })),
    enabled: q.length >= shortestUserSearch,
    staleTime: 60_000,
  });
