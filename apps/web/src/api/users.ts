import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';

/** Everyone who can sign in; for administrators. */
export const usersQuery = queryOptions({
  queryKey: keys.users,
  queryFn: ({ signal }) => take(api.GET('/club/v1/users', { signal })),
});

/** Which fields of people are searched in besides their names. */
export const searchSettingsQuery = queryOptions({
  queryKey: keys.searchSettings,
  queryFn: ({ signal }) => take(api.GET('/club/v1/search/settings', { signal })),
});

export function useSaveSearchSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (searchable_fields: string[]) =>
      take(api.POST('/club/v1/search/settings', { body: { searchable_fields } })),
    onSuccess: (settings) => {
      queryClient.setQueryData(searchSettingsQuery.queryKey, settings);
    },
  });
}
