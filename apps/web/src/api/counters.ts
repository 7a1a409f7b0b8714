import { queryOptions } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';

/** The numbers behind the items of the menu. Somebody else may add to them at any time. */
export const countersQuery = queryOptions({
  queryKey: keys.counters,
  queryFn: ({ signal }) => take(api.GET('/club/v1/counters', { signal })),
  refetchInterval: 5 * 60_000,
  refetchOnWindowFocus: 'always',
});
