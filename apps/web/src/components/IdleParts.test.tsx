// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import { IdleParts } from './IdleParts';
import { lazyPart } from './lazy-part';

const loadRouteChunk = vi.fn(() => Promise.resolve());
vi.mock('@tanstack/react-router', () => ({
  useRouter: () => ({ loadRouteChunk, routesByPath: {} }),
}));

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'connection');
  loadRouteChunk.mockClear();
});

/** What was fetched some seconds after a page came to rest. */
async function fetched(saveData: boolean | undefined): Promise<{ part: boolean; page: boolean }> {
  vi.useFakeTimers();
  Object.defineProperty(navigator, 'connection', {
    configurable: true,
    value: saveData === undefined ? undefined : { saveData },
  });
  const load = vi.fn(() => Promise.resolve({ default: () => null }));
  lazyPart(load, 'soon');
  render(
    <QueryClientProvider client={new QueryClient()}>
      <IdleParts />
    </QueryClientProvider>,
  );
  await vi.advanceTimersByTimeAsync(10_000);
  return { part: load.mock.calls.length > 0, page: loadRouteChunk.mock.calls.length > 0 };
}

test('what may be wanted soon is fetched when nobody waits', async () => {
  expect(await fetched(false)).toEqual({ part: true, page: true });
  cleanup();
  expect(await fetched(undefined)).toEqual({ part: true, page: true });
});

test('who saves data fetches what is wanted and no more', async () => {
  expect(await fetched(true)).toEqual({ part: false, page: false });
});
