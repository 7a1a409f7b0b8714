import { afterEach, expect, test, vi } from 'vitest';

import { untilIdle } from './use-is-idle';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what waits for the browser comes after a while, though it stays busy', async () => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'requestIdleCallback',
    (done: IdleRequestCallback, { timeout }: IdleRequestOptions = {}) => {
      if (timeout) setTimeout(done, timeout);
    },
  );
  const arrived = vi.fn();
  void untilIdle().then(arrived);
  await vi.advanceTimersByTimeAsync(1000);
  expect(arrived).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5000);
  expect(arrived).toHaveBeenCalledOnce();
});
