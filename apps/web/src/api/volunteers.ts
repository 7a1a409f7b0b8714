import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';
import { makeStale, staleAfter } from './stale';
import type { VolunteerRolesChange } from './types';

/** Which roles make a volunteer. */
export const volunteerRolesQuery = queryOptions({
  queryKey: keys.volunteerRoles,
  queryFn: ({ signal }) => take(api.GET('/club/v1/volunteer-roles/settings', { signal })),
});

export function useSaveVolunteerRoles() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: VolunteerRolesChange) =>
      take(api.POST('/club/v1/volunteer-roles/settings', { body })),
    onSuccess: async (roles) => {
      queryClient.setQueryData(volunteerRolesQuery.queryKey, roles);
      // Who is a volunteer, and who plays and who leads, follows from it at once.
      await makeStale(queryClient, staleAfter.manyPeople());
    },
  });
}
