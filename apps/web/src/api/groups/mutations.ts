import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';

import { take, takeUndoable } from '../client';
import { dispute } from '../dispute';
import { keys } from '../keys';
import { isLastOf } from '../queue';
import { withoutRefused } from '../refused';
import { makeStale, staleAfter } from '../stale';
import { asShown, type Edit, isOutdated, picked, reread, saveMerged } from '../save-merged';
import type { Committee, Team } from '../types';
import { groupQuery } from './queries';
import { type GroupKind } from './names';
import { changes, toWire } from './changes';
import { type Group, type GroupChange, toGroup } from './wire';

type Which = Pick<Group, 'kind' | 'id'>;

export function useCreateGroup(kind: GroupKind) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) =>
      toGroup(
        await take<Team | Committee>(changes[kind].create({ status: 'publish', title: name })),
      ),
    onSuccess: (group) => changed(queryClient, group),
  });
}

/** Saves what changed. The page shows it at once and takes it back when the server refuses. */
export function useUpdateGroup({ kind, id }: Which) {
  const queryClient = useQueryClient();
  const { queryKey } = groupQuery(kind, id);
  const scope = `group-${id}`;
  return useMutation({
    scope: { id: scope },
    mutationFn: (edit: Edit<GroupChange>) =>
      saveMerged<GroupChange, Group>(edit, {
        send: async (change, etag) =>
          toGroup(await take<Team | Committee>(changes[kind].update(id, toWire(change), etag))),
        reread: () => reread(queryClient, groupQuery(kind, id)),
        read: (group) => picked(group, edit.before),
        choose: (conflicts, { changed }) => dispute.ask({ conflicts, ...changed }),
      }),
    onMutate: async ({ change }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      if (before !== undefined) queryClient.setQueryData(queryKey, { ...before, ...change });
      return { before };
    },
    onError: (error, { change }, context) => {
      // After 412 the group stands there as it is now.
      if (isOutdated(error)) return;
      const before = context?.before;
      queryClient.setQueryData(
        queryKey,
        (now) => now && before && withoutRefused(now, change, before),
      );
      // What an edit was shown over may itself have been refused since.
      if (isLastOf(queryClient, scope)) void queryClient.invalidateQueries({ queryKey });
    },
    onSuccess: (group) => changed(queryClient, group),
  });
}

export function useDeleteGroup({ kind, id }: Which) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const removed = await asShown(queryClient, groupQuery(kind, id), (etag) =>
        takeUndoable<{ deleted: true }>(changes[kind].remove(id, etag)),
      );
      return removed.undo;
    },
    onSuccess: () => makeStale(queryClient, staleAfter.group(kind)),
  });
}

/** Vouches for a group that somebody outside the members' administration made. */
export function useAdoptGroup({ kind, id }: Which) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      asShown(queryClient, groupQuery(kind, id), async (etag) =>
        toGroup(await take<Team | Committee>(changes[kind].adopt(id, etag))),
      ),
    onSuccess: (group) => changed(queryClient, group),
  });
}

/** Drops a deleted group, once its page is left: a page in view would fetch it again. */
export function forgetGroup(queryClient: QueryClient, { kind, id }: Group): void {
  queryClient.removeQueries({ queryKey: keys.groups.one(kind, id) });
  queryClient.removeQueries({ queryKey: keys.groups.roster(kind, id) });
}

/** A file is the new logo; null takes the logo away. Of a logo that somebody else changed meanwhile the user hears first. */
export function useChangeLogo({ kind, id }: Which) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (file: File | null) =>
      asShown(
        queryClient,
        groupQuery(kind, id),
        (etag) =>
          take(
            file === null
              ? changes[kind].removeLogo(id, etag)
              : changes[kind].uploadLogo(id, file, etag),
          ),
        (before, now) => before.logo === now.logo,
      ),
    onSuccess: async ({ media_id }) => {
      queryClient.setQueryData(
        groupQuery(kind, id).queryKey,
        (group) => group && { ...group, logo: media_id },
      );
      await queryClient.invalidateQueries(groupQuery(kind, id));
      await makeStale(queryClient, staleAfter.group(kind));
    },
  });
}

/** Shows a group as an answer told, here and in the lists. */
async function changed(queryClient: QueryClient, group: Group): Promise<void> {
  queryClient.setQueryData(groupQuery(group.kind, group.id).queryKey, group);
  await makeStale(queryClient, staleAfter.group(group.kind));
}
