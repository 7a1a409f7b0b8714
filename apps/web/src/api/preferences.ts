import { useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take } from './client';
import { sessionQuery } from './session';
import type { ListPreferences } from './types';

/** Keeps the columns of the people list with the user. The page shows them at once; a refusal takes them back. */
export function useSaveColumns() {
  const queryClient = useQueryClient();
  const { queryKey } = sessionQuery;
  const show = (preferences: ListPreferences | undefined) => {
    queryClient.setQueryData(queryKey, (me) =>
      me && preferences ? { ...me, list_preferences: preferences } : me,
    );
  };
  return useMutation({
    // One after the other, or an earlier choice would win.
    scope: { id: 'list-preferences' },
    mutationFn: (columns: readonly string[]) =>
      take(
        api.POST('/club/v1/user/list-preferences', { body: { people: { columns: [...columns] } } }),
      ),
    onMutate: (columns) => {
      const before = queryClient.getQueryData(queryKey)?.list_preferences;
      if (before !== undefined) {
        show({ ...before, people: { ...before.people, columns: [...columns] } });
      }
      return { before };
    },
    onError: (_error, _columns, context) => show(context?.before),
  });
}
