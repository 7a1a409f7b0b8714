import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take } from './client';
import { hasStatus } from './errors';
import { keys } from './keys';
import { enter } from './session';
import type { Founder } from './types';

/** Whether the address works at which the first administrator is made. */
export const firstStartQuery = (token: string) =>
  queryOptions({
    queryKey: keys.firstStart(token),
    queryFn: ({ signal }) =>
      take(api.GET('/club/v1/first-start/{token}', { params: { path: { token } }, signal })),
    retry: (count, error) => count < 2 && !hasStatus(error, 404) && !hasStatus(error, 429),
    staleTime: Infinity,
    gcTime: 0,
  });

/** Makes the first administrator, who is signed in then. */
export function useFound(token: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: Founder) =>
      enter(
        await take(api.POST('/club/v1/first-start/{token}', { params: { path: { token } }, body })),
      ),
    onSuccess: (user) => {
      queryClient.setQueryData(keys.session, user);
    },
  });
}
