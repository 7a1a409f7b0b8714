import { queryOptions } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';

/** How many todos the user has to do. Somebody else may give one at any time. */
export const openTodosQuery = queryOptions({
  queryKey: keys.todos.open,
  queryFn: async ({ signal }) => {
    const query = { status: 'open', per_page: 1 };
    const asked = api.GET('/club/v1/todos', { params: { query }, signal });
    await take(asked);
    return Number((await asked).response.headers.get('X-WP-Total') ?? 0);
  },
  refetchInterval: 5 * 60_000,
  refetchOnWindowFocus: 'always',
});
