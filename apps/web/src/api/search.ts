import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';

/** Fewer letters find half the club; the server refuses them. */
export const shortestSearch = 2;

/** Every question has an answer of its own, so that an old one never stands under a newer question. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: keys.search.of(q),
    queryFn: ({ signal }) => take(api.GET('/club/v1/search', { params: { query: { q } }, signal })),
    enabled: q.length >= shortestSearch,
    placeholderData: q.length >= shortestSearch ? keepPreviousData : undefined,
  });

/** What stands there before anything is typed. */
export const searchStartQuery = queryOptions({
  queryKey: keys.search.start,
  queryFn: ({ signal }) => take(api.GET('/club/v1/search/start', { signal })),
});
