import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { api, take } from './client';
import { isLastOf, withoutRefused } from './refused';
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

/** Keeps some of it with the user. The page shows it at once; a refusal takes it back. */
export function useSavePreferences() {
  const queryClient = useQueryClient();
  const { queryKey } = sessionQuery;
  const show = (preferences: ListPreferences | undefined) => {
    queryClient.setQueryData(queryKey, (me) =>
      me && preferences ? { ...me, list_preferences: preferences } : me,
    );
  };
  const { mutate } = useMutation({
    // One after the other, or an earlier choice would win.
    scope: { id: scope },
    mutationFn: (body: PreferencesPatch) =>
      take(api.POST('/club/v1/user/list-preferences', { body })),
    onMutate: ({ people, ...rest }) => {
      const before = queryClient.getQueryData(queryKey)?.list_preferences;
      if (before !== undefined)
        show({ ...before, ...rest, people: { ...before.people, ...people } });
      return { before };
    },
    onError: (_error, { people, ...rest }, context) => {
      const before = context?.before;
      const now = queryClient.getQueryData(queryKey)?.list_preferences;
      if (now === undefined || before === undefined) return;
      show({
        ...withoutRefused(now, rest, before),
        people: withoutRefused(now.people, people ?? {}, before.people),
      });
      // What a choice was shown over may itself have been refused since.
      if (isLastOf(queryClient, scope)) void queryClient.invalidateQueries({ queryKey });
    },
  });
  return mutate;
}
