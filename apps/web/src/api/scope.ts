import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';
import type { UserScope } from './types';

/** The teams and age groups that a user was given to read. */
export const scopeQuery = (id: number) =>
  queryOptions({
    queryKey: keys.userScope(id),
    queryFn: ({ signal }) =>
      take(api.GET('/club/v1/users/{id}/scope', { params: { path: { id } }, signal })),
  });

export function useGiveScope(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Pick<UserScope, 'teams' | 'age_groups'>) =>
      take(api.PUT('/club/v1/users/{id}/scope', { params: { path: { id } }, body })),
    onSuccess: (scope) => {
      queryClient.setQueryData(scopeQuery(id).queryKey, scope);
    },
  });
}
