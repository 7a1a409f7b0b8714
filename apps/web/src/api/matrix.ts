import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';
import { makeStale, staleAfter } from './stale';
import type { CapabilityMatrix } from './types';

/** Which rights roles bring; for administrators. */
export const matrixQuery = queryOptions({
  queryKey: keys.matrix,
  queryFn: ({ signal }) => take(api.GET('/club/v1/capability-matrix', { signal })),
});

/** What is left out stays as it is. */
export function useDecideMatrix() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (matrix: CapabilityMatrix['matrix']) =>
      take(api.POST('/club/v1/capability-matrix', { body: { matrix } })),
    onSuccess: async (decided) => {
      queryClient.setQueryData(matrixQuery.queryKey, decided);
      // The roles of this user may bring other rights, and with them other people.
      await makeStale(queryClient, staleAfter.rights());
    },
  });
}
