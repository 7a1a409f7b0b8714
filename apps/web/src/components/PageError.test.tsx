// @vitest-environment happy-dom

import {
  createRootRoute,
  createRouter,
  createMemoryHistory,
  RouterContextProvider,
} from '@tanstack/react-router';
import { onlineManager } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';

import { useUnsaved } from '@/lib/unsaved';
import { show } from '@/testing';
import { errorTexts } from '@/texts/errors';

import { PartError } from './lazy-part';
import { PageError } from './PageError';

afterEach(() => {
  vi.restoreAllMocks();
  onlineManager.setOnline(true);
});

function Typed() {
  useUnsaved('typed', { drop: () => undefined });
  return null;
}

/** Shows a page whose file did not come and whose server does not answer; answers what brings the server back. */
async function lose(typed: boolean) {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  const reset = vi.fn();
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory(),
  });
  const error = new PartError(new Error('gone'), () => undefined);
  show(
    <RouterContextProvider router={router}>
      {typed && <Typed />}
      <PageError error={error} reset={reset} />
    </RouterContextProvider>,
  );
  await screen.findByText(errorTexts.lost.gone.title);
  const back = () => {
    // As from a server, the answer is not there at once: the page is shown while it waits.
    vi.stubGlobal('fetch', async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return Response.json({ version: '1', name: 'Club' });
    });
    act(() => {
      onlineManager.setOnline(false);
      onlineManager.setOnline(true);
    });
  };
  return { back, reload, reset };
}

it('loads the page anew when the server is back, also when it never answered before', async () => {
  const { back, reload, reset } = await lose(false);
  expect(reload).not.toHaveBeenCalled();
  back();
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(reset).not.toHaveBeenCalled();
});

it('asks for the file alone when something is typed that a reload would lose', async () => {
  const { back, reload, reset } = await lose(true);
  back();
  await waitFor(() => expect(reset).toHaveBeenCalled());
  expect(reload).not.toHaveBeenCalled();
});
