import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';

import { api, take } from './client';
import { keys, makeStale, staleAfter } from './keys';
import type { SearchHits } from './types';

export type FavoriteKind = 'people' | 'teams';

/** A mark as it should become. */
interface Mark {
  kind: FavoriteKind;
  id: number;
  favorite: boolean;
}

/** Fewer letters find half the club; the server refuses them. */
export const shortestSearch = 2;

/** Every question has an answer of its own, so that an old one never stands under a newer question. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: keys.search.of(q),
    queryFn: ({ signal }) => take(api.GET('/club/v1/search', { params: { query: { q } }, signal })),
    enabled: q.length >= shortestSearch,
    placeholderData: q.length >= shortestSearch ? keepPreviousData : undefined,
  });

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

function show(queryClient: QueryClient, { kind, id, favorite }: Mark): void {
  const mark = <Hit extends { id: number; is_favorite: boolean }>(hit: Hit): Hit =>
    hit.id === id ? { ...hit, is_favorite: favorite } : hit;
  queryClient.setQueriesData<SearchHits>({ queryKey: keys.search.all }, (hits) =>
    hits === undefined
      ? hits
      : kind === 'people'
        ? { ...hits, people: hits.people.map(mark) }
        : { ...hits, teams: hits.teams.map(mark) },
  );
}
