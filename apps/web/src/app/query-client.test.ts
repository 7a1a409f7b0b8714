import { beforeAll, expect, it, vi } from 'vitest';

import { ApiError } from '@/api/errors';

type Module = typeof import('./query-client');

let createQueryClient: Module['createQueryClient'];

beforeAll(async () => {
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('window', { location: { origin: 'https://club.example' } });
  ({ createQueryClient } = await import('./query-client'));
});

/** What a change that fails so is taken for. */
async function takenFor(status: number, code: string): Promise<string | undefined> {
  let found: string | undefined;
  const queryClient = createQueryClient({
    onSignedOut: () => {
      found = 'the end of the session';
    },
    onFactorAsked: (byChange) => {
      found = byChange ? 'a factor that is lacking' : 'one that a query met';
    },
  });
  const change = queryClient.getMutationCache().build(queryClient, {
    mutationFn: () => Promise.reject(new ApiError(status, code, '')),
  });
  await change.execute(undefined).catch(() => undefined);
  return found;
}

it.each([
  [401, 'rest_not_logged_in', 'the end of the session'],
  [401, 'unknown', 'the end of the session'],
  [401, 'invalid_credentials', undefined],
  [401, 'second_factor_required', undefined],
  [401, 'wrong_code', undefined],
  [401, 'passkey_refused', undefined],
  [401, 'passkey_expired', undefined],
  [401, 'sync_error', undefined],
  [403, 'rest_forbidden', undefined],
  [403, 'second_factor_setup', 'a factor that is lacking'],
  [500, 'internal_error', undefined],
])('takes %i %s for %s', async (status, code, what) => {
  expect(await takenFor(status, code)).toBe(what);
});
