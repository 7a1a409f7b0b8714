import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';
import type { SavedView, SavedViewChange } from './types';

const at = (id: number) => ({ path: { id } });

/** The views of the people list that the user keeps, by name. */
export const viewsQuery = queryOptions({
  queryKey: keys.views,
  queryFn: ({ signal }) => take(api.GET('/club/v1/views', { signal })),
  staleTime: 300_000,
});

// Said here and not in stale.ts, which the first list need not wait for.
const settle = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: keys.views });

interface Saved {
  /** Without it, a new one. */
  id?: number;
  change: SavedViewChange;
}

/** Keeps a new view, or changes one. The page knows it at once. */
export function useSaveView() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change }: Saved) =>
      id === undefined
        ? take(api.POST('/club/v1/views', { body: change }))
        : take(api.PUT('/club/v1/views/{id}', { params: at(id), body: change })),
    onSuccess: (view) => {
      queryClient.setQueryData(keys.views, (views: readonly SavedView[] | undefined) => [
        ...(views ?? []).filter(({ id }) => id !== view.id),
        view,
      ]);
      return settle(queryClient);
    },
  });
}

export function useRemoveView() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => take(api.DELETE('/club/v1/views/{id}', { params: at(id) })),
    onSuccess: () => settle(queryClient),
  });
}
