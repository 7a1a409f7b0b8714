import { queryOptions } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';

/** The teams and age groups that a user was given to read. They are asked for each time: nobody decides on old ones. */
export const scopeQuery = (id: number) =>
  queryOptions({
    gcTime: 0,
    queryKey: keys.userScope(id),
    queryFn: ({ signal }) =>
      take(api.GET('/club/v1/users/{id}/scope', { params: { path: { id } }, signal })),
  });
