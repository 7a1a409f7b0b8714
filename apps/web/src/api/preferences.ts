import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { api, take } from './client';
import { sessionQuery } from './session';
import type { ListPreferences, PreferencesPatch } from './types';

const asItComes: ListPreferences = {
  density: 'compact',
  shortcuts: true,
  people: { columns: [], widths: {} },
};

/** How the user likes lists; it came with the session. */
export function usePreferences(): ListPreferences {
  const { data: me } = useQuery(sessionQuery);
  return me?.list_preferences ?? asItComes;
}

const scope = 'list-preferences';

/** How many changes wait, and what the server had before the first of them. */
let waiting = 0;
let kept: ListPreferences | undefined;

/** Keeps some of it with the user. The page shows it at once; a refusal takes it back. */
export function useSavePreferences() {
  const queryClient = useQueryClient();
  const { queryKey } = sessionQuery;
  const show = (list_preferences: ListPreferences) =>
    queryClient.setQueryData(queryKey, (me) => me && { ...me, list_preferences });
  const { mutate } = useMutation({
    // One after the other, or an earlier choice would win.
    scope: { id: scope },
    // Who drags an edge says nothing: see features/shell/unheard.ts.
    meta: { untold: true },
    mutationFn: (body: PreferencesPatch) =>
      take(api.POST('/club/v1/user/list-preferences', { body })),
    onMutate: ({ people, ...rest }) => {
      const now = queryClient.getQueryData(queryKey)?.list_preferences;
      if (waiting++ === 0) kept = now;
      if (now) show({ ...now, ...rest, people: { ...now.people, ...people } });
    },
    // The last one tells what became of all.
    onError: () => {
      if (waiting > 1 || !kept) return;
      show(kept);
      void queryClient.invalidateQueries({ queryKey });
    },
    onSettled: () => {
      waiting--;
    },
  });
  return mutate;
}
