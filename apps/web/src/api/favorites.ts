import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';
import { makeStale, staleAfter } from './stale';
import type { SearchHits, SearchStart } from './types';

export type FavoriteKind = 'people' | 'teams';

/** A mark as it should become. */
interface Mark {
  kind: FavoriteKind;
  id: number;
  favorite: boolean;
}

/** Tells the server whom the user opened, so that a search begins with them. That it fails is no loss, and said to nobody. */
export function useNoteOpened() {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: 'recent-people' },
    mutationFn: (id: number) =>
      take(
        api.PUT('/club/v1/recent-people/{id}', { params: { path: { id } }, keepalive: true }),
      ).catch(() => undefined),
    onSuccess: () => makeStale(queryClient, staleAfter.recents()),
  });
}

/** Marks a person or team as favourite, or no longer; shown at once, and taken back when the server refuses. */
export function useFavorite() {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: 'favorites' },
    mutationFn: ({ kind, id, favorite }: Mark) => {
      const params = { path: { kind, id } };
      return take(
        favorite
          ? api.PUT('/club/v1/favorites/{kind}/{id}', { params })
          : api.DELETE('/club/v1/favorites/{kind}/{id}', { params }),
      );
    },
    onMutate: async (mark) => {
      await queryClient.cancelQueries({ queryKey: keys.search.all });
      show(queryClient, mark);
    },
    onError: (_error, mark) => show(queryClient, { ...mark, favorite: !mark.favorite }),
    onSettled: () => makeStale(queryClient, staleAfter.favorites()),
  });
}

interface Marked {
  id: number;
  is_favorite: boolean;
}

function show(queryClient: QueryClient, { kind, id, favorite }: Mark): void {
  const mark = <Hit extends Marked>(hit: Hit): Hit =>
    hit.id === id ? { ...hit, is_favorite: favorite } : hit;
  queryClient.setQueriesData<SearchHits>({ queryKey: keys.search.hits }, (hits) =>
    hits === undefined
      ? hits
      : kind === 'people'
        ? { ...hits, people: hits.people.map(mark) }
        : { ...hits, teams: hits.teams.map(mark) },
  );
  // Who is no longer one stays in view until somebody comes back, so that a slip can be mended.
  queryClient.setQueryData<SearchStart>(keys.search.start, (start) =>
    start === undefined
      ? start
      : kind === 'people'
        ? {
            ...start,
            recent_people: start.recent_people.map(mark),
            favorite_people: start.favorite_people.map(mark),
          }
        : { ...start, favorite_teams: start.favorite_teams.map(mark) },
  );
}
