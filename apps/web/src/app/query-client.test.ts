import { beforeAll, expect, it, vi } from 'vitest';

import { ApiError } from '@/api/errors';

type Module = typeof import('./query-client');

let createQueryClient: Module['createQueryClient'];

beforeAll(async () => {
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('window', { location: { origin: 'https://club.example' } });
  ({ createQueryClient } = await import('./query-client'));
});

it.each([
  [401, 'rest_not_logged_in', true],
  [401, 'unknown', true],
  [401, 'invalid_credentials', false],
  [401, 'sync_error', false],
  [403, 'rest_forbidden', false],
  [500, 'internal_error', false],
])('takes %i %s for the end of the session: %s', async (status, code, ended) => {
  let signedOut = false;
  const queryClient = createQueryClient(() => {
    signedOut = true;
  });
  const change = queryClient.getMutationCache().build(queryClient, {
    mutationFn: () => Promise.reject(new ApiError(status, code, '')),
  });
  await change.execute(undefined).catch(() => undefined);
  expect(signedOut).toBe(ended);
});
