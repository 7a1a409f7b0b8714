import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';

import { api, take, takePage } from './client';
import { still } from './if-match';
import { keys, staleAfter, useMakeStale } from './keys';
import type { ActivityChange, NoteChange } from './types';

export type TimelineKind = 'all' | 'activity' | 'note' | 'todo';

const at = (id: number) => ({ path: { id } });
const perPage = 20;

/** What stands on somebody's timeline, newest first, as far as it was asked for. */
export const timelineQuery = (id: number, kind: TimelineKind) =>
  infiniteQueryOptions({
    queryKey: keys.timeline.kind(id, kind),
    queryFn: ({ pageParam, signal }) =>
      takePage(
        api.GET('/club/v1/people/{id}/timeline', {
          params: {
            path: { id },
            query: { page: pageParam, per_page: perPage, ...(kind !== 'all' && { type: [kind] }) },
          },
          signal,
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ pages }, _all, page) => (page < pages ? page + 1 : undefined),
  });

/** A record that stands there already. */
export interface Kept {
  id: number;
  etag: string;
}

/** Logs an activity of somebody, or changes one. */
export function useSaveActivity(person: number) {
  const settle = useMakeStale(staleAfter.timeline(person));
  return useMutation({
    mutationFn: ({ kept, body }: { kept?: Kept; body: ActivityChange }) =>
      kept === undefined
        ? take(api.POST('/club/v1/people/{id}/activities', { params: at(person), body }))
        : take(api.PUT('/club/v1/activities/{id}', { params: still(kept.id, kept.etag), body })),
    onSettled: settle,
  });
}

/** Writes a note about somebody, or changes one. */
export function useSaveNote(person: number) {
  const settle = useMakeStale(staleAfter.timeline(person));
  return useMutation({
    mutationFn: ({ kept, body }: { kept?: Kept; body: NoteChange }) =>
      kept === undefined
        ? take(api.POST('/club/v1/people/{id}/notes', { params: at(person), body }))
        : take(api.PUT('/club/v1/notes/{id}', { params: still(kept.id, kept.etag), body })),
    onSettled: settle,
  });
}

export function useRemoveMoment(person: number) {
  const settle = useMakeStale(staleAfter.timeline(person));
  return useMutation({
    mutationFn: ({ id, etag, type }: Kept & { type: 'activity' | 'note' }) =>
      type === 'activity'
        ? take(api.DELETE('/club/v1/activities/{id}', { params: still(id, etag) }))
        : take(api.DELETE('/club/v1/notes/{id}', { params: still(id, etag) })),
    onSettled: settle,
  });
}
