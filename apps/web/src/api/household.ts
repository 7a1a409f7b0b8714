import { queryOptions } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';

/** Who lives at the address of a person, and their relations. */
export const householdQuery = (id: number) =>
  queryOptions({
    queryKey: keys.household.of(id),
    queryFn: ({ signal }) =>
      take(api.GET('/club/v1/people/{id}/household', { params: { path: { id } }, signal })),
  });
