import { queryOptions, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';
import { makeStale, staleAfter } from './stale';
import type { Share } from './types';

/** What is shared directly. */
export interface Shareable {
  kind: 'people' | 'teams';
  id: number;
}

/** With whom a record is shared, for who may share it. */
export const sharesQuery = ({ kind, id }: Shareable) =>
  queryOptions({
    queryKey: keys.shares(kind, id),
    queryFn: ({ signal }) => {
      const options = { params: { path: { id } }, signal };
      return take(
        kind === 'people'
          ? api.GET('/club/v1/people/{id}/shares', options)
          : api.GET('/club/v1/teams/{id}/shares', options),
      );
    },
  });

type Given = Pick<Share, 'user_id' | 'permission'>;

/** Shares a record with somebody, or changes what they may. */
export function useShare({ kind, id }: Shareable) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: keys.shares(kind, id),
    mutationFn: (body: Given) => {
      const options = { params: { path: { id } }, body };
      return take(
        kind === 'people'
          ? api.POST('/club/v1/people/{id}/shares', options)
          : api.POST('/club/v1/teams/{id}/shares', options),
      );
    },
    onSuccess: () => makeStale(queryClient, staleAfter.shares(kind, id)),
  });
}

export function useRevokeShare({ kind, id }: Shareable) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: keys.shares(kind, id),
    mutationFn: (user_id: number) => {
      const options = { params: { path: { id, user_id } } };
      return take(
        kind === 'people'
          ? api.DELETE('/club/v1/people/{id}/shares/{user_id}', options)
          : api.DELETE('/club/v1/teams/{id}/shares/{user_id}', options),
      );
    },
    onSuccess: () => makeStale(queryClient, staleAfter.shares(kind, id)),
  });
}

/** Whether a change of with whom it is shared is on its way. */
export const useIsSharing = ({ kind, id }: Shareable): boolean =>
  useIsMutating({ mutationKey: keys.shares(kind, id) }) > 0;
