import {
  mutationOptions,
  type QueryClient,
  queryOptions,
  useMutationState,
} from '@tanstack/react-query';

import { noteTold } from '@/lib/notify-failure';

import { api, take } from './client';
import { keys } from './keys';
import { makeStale, staleAfter } from './stale';
import { sessionQuery } from './session';
import type { MemberSync } from './types';

/** A person to bring up to date from the federation's administration. */
export interface SyncTarget {
  id: number;
  code: string;
}

/** What is told at the end, also when the page of the person was left. */
export interface SyncListener {
  done: (result: MemberSync) => void;
  failed: (error: unknown) => void;
}

/**
 * Takes minutes, and goes on when its page is left. Whoever signs in to this browser meanwhile hears nothing of it. The
 * person is asked anew at the end, also after an error: what did not answer may have done its work.
 */
export const memberSync = (
  queryClient: QueryClient,
  { id, code }: SyncTarget,
  listener: SyncListener,
) => {
  const user = () => queryClient.getQueryData(sessionQuery.queryKey)?.id;
  return mutationOptions({
    mutationKey: keys.memberSync(id),
    mutationFn: () =>
      take(api.POST('/club/v1/clubsystem/sync-individual', { body: { assoc_id: code } })),
    onMutate: () => ({ user: user() }),
    onSuccess: async (result, _variables, asked) => {
      if (asked.user !== user()) return;
      await makeStale(queryClient, staleAfter.personElsewhere(id));
      listener.done(result);
    },
    onError: async (error, _variables, asked) => {
      noteTold(error);
      if (asked?.user !== user()) return;
      await makeStale(queryClient, staleAfter.personElsewhere(id));
      listener.failed(error);
    },
  });
};

/** How far the work on a member is, while it goes on. A service that does not tell is no error. */
export const memberSyncStateQuery = (code: string) =>
  queryOptions({
    queryKey: keys.memberSyncState(code),
    queryFn: async ({ signal }) => {
      const path = { assoc_id: code };
      const { state } = await take(
        api.GET('/club/v1/clubsystem/sync-individual/{assoc_id}', { params: { path }, signal }),
      );
      return state;
    },
    refetchInterval: 2000,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });

export const isSyncing = (queryClient: QueryClient, id: number): boolean =>
  queryClient.isMutating({ mutationKey: keys.memberSync(id) }) > 0;

/** Since when a person is being brought up to date, in milliseconds since 1970; undefined when nobody asked. */
export function useSyncingSince(id: number): number | undefined {
  const [since] = useMutationState({
    filters: { mutationKey: keys.memberSync(id), status: 'pending' },
    select: ({ state }) => state.submittedAt,
  });
  return since;
}
