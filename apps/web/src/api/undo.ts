import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take, takePages } from './client';
import { keys } from './keys';
import { makeStale, staleAfter } from './stale';
import { changes } from './people/changes';
import type { Undone } from './types';

/** Takes changes back, the last one first. One that can no longer be taken back ends it. */
async function takeBack(tokens: readonly string[]): Promise<Undone> {
  const all: Undone = { undone: 0, left_out: [] };
  for (const token of tokens.toReversed()) {
    const { undone, left_out } = await take(
      api.POST('/club/v1/undo/{token}', { params: { path: { token } } }),
    );
    all.undone += undone;
    all.left_out.push(...left_out);
  }
  return all;
}

export function useUndo() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: takeBack,
    onSettled: () => makeStale(queryClient, staleAfter.undo()),
  });
}

const most = 100;

/** Who was deleted and can be brought back, the last one first. */
export const trashQuery = queryOptions({
  queryKey: keys.trash,
  queryFn: ({ signal }) =>
    takePages((page) =>
      api.GET('/club/v1/trash', { params: { query: { page, per_page: most } }, signal }),
    ),
  staleTime: 0,
});

export function useRestorePerson() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => take(changes.restore(id)),
    onSettled: () => makeStale(queryClient, staleAfter.undo()),
  });
}
