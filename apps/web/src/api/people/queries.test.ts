// @vitest-environment happy-dom
import { expect, it } from 'vitest';

import { createQueryClient } from '@/app/query-client';
import { serve } from '@/testing';

import { filterOptionsQuery } from './queries';

it.each([
  [299, 0],
  [301, 1],
])('asks for the filter options again after five minutes: %i seconds', async (age, asked) => {
  const sent = serve({
    'GET /club/v1/people/filter-options': { total: 0, age_groups: [], member_types: [] },
  });
  const queryClient = createQueryClient({
    onSignedOut: () => undefined,
    onFactorAsked: () => undefined,
  });
  const query = filterOptionsQuery('');
  const known = await queryClient.query(query);
  queryClient.setQueryData(query.queryKey, known, { updatedAt: Date.now() - age * 1000 });
  await queryClient.query(query);
  expect(sent).toHaveLength(1 + asked);
});
