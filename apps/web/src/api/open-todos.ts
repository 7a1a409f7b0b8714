import { queryOptions } from '@tanstack/react-query';

import { api, takeTotal } from './client';
import { keys } from './keys';

/** How many todos the user has to do. Somebody else may give one at any time. */
export const openTodosQuery = queryOptions({
  queryKey: keys.todos.open,
  queryFn: ({ signal }) =>
    takeTotal(
      api.GET('/club/v1/todos', { params: { query: { status: 'open', per_page: 1 } }, signal }),
    ),
  refetchInterval: 5 * 60_000,
  refetchOnWindowFocus: 'always',
});
