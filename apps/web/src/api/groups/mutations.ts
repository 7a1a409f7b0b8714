import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';

import { take, takeUndoable } from '../client';
import { keys, makeStale, staleAfter } from '../keys';
import type { Committee, Team } from '../types';
import { groupQuery } from './queries';
import { type Group, type GroupChange, type GroupKind, toGroup, toWire, wire } from './wire';

type Which = Pick<Group, 'kind' | 'id'>;

export function useCreateGroup(kind: GroupKind) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) =>
      toGroup(await take<Team | Committee>(wire[kind].create({ status: 'publish', title: name }))),
    onSuccess: (group) => changed(queryClient, group),
  });
}

/** Saves what changed. The page shows it at once and takes it back when the server refuses. */
export function useUpdateGroup({ kind, id }: Which) {
  const queryClient = useQueryClient();
  const { queryKey } = groupQuery(kind, id);
  return useMutation({
    scope: { id: `group-${id}` },
    mutationFn: async (change: GroupChange) =>
      toGroup(await take<Team | Committee>(wire[kind].update(id, toWire(change)))),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      if (before !== undefined) queryClient.setQueryData(queryKey, { ...before, ...change });
      return { before };
    },
    onError: (_error, _change, context) => {
      queryClient.setQueryData(queryKey, context?.before);
    },
    onSuccess: (group) => changed(queryClient, group),
  });
}

export function useDeleteGroup({ kind, id }: Which) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => (await takeUndoable<{ deleted: true }>(wire[kind].remove(id))).undo,
    onSuccess: () => makeStale(queryClient, staleAfter.group(kind)),
  });
}

/** Vouches for a group that somebody outside the members' administration made. */
export function useAdoptGroup({ kind, id }: Which) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => toGroup(await take<Team | Committee>(wire[kind].adopt(id))),
    onSuccess: (group) => changed(queryClient, group),
  });
}

/** Drops a deleted group, once its page is left: a page in view would fetch it again. */
export function forgetGroup(queryClient: QueryClient, { kind, id }: Group): void {
  queryClient.removeQueries({ queryKey: keys.groups.one(kind, id) });
  queryClient.removeQueries({ queryKey: keys.groups.roster(kind, id) });
}

/** A file is the new logo; null takes the logo away. */
export function useChangeLogo({ kind, id }: Which) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (file: File | null) =>
      take(file === null ? wire[kind].removeLogo(id) : wire[kind].uploadLogo(id, file)),
    onSuccess: async ({ media_id }) => {
      queryClient.setQueryData(
        groupQuery(kind, id).queryKey,
        (group) => group && { ...group, logo: media_id },
      );
      await makeStale(queryClient, staleAfter.group(kind));
    },
  });
}

/** Shows a group as an answer told, here and in the lists. */
async function changed(queryClient: QueryClient, group: Group): Promise<void> {
  queryClient.setQueryData(groupQuery(group.kind, group.id).queryKey, group);
  await makeStale(queryClient, staleAfter.group(group.kind));
}
