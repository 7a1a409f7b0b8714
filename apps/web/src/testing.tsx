import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';

import { commonTexts } from '@/texts/common';

/**
 * What the page asks of a server, by method and path below the API: `GET /club/v1/users`. A function is asked each time, with
 * what was sent and the ETag that it is meant for.
 */
type Answers = Readonly<Record<string, unknown>>;

type Answer = (body: unknown, etag: string | null) => unknown;

/** What a server says of a record that another change came before. */
export const outdated = (by: string): Response =>
  Response.json(
    {
      code: 'rest_precondition_failed',
      message: 'Intussen gewijzigd.',
      data: { status: 412, modified: '2026-03-14 10:00:00', modified_by: by, etag: '"2"' },
    },
    { status: 412 },
  );

/** An answer that comes when the test says so. */
export function later<Answer>() {
  let resolve: (answer: Answer) => void = () => undefined;
  const promise = new Promise<Answer>((answer) => (resolve = answer));
  return { promise, resolve };
}

/** What a server says that will not do it. */
export const refusal = (message: string): Response =>
  Response.json({ code: 'refused', message, data: { status: 409 } }, { status: 409 });

interface Sent {
  call: string;
  body: unknown;
}

/** A server that gives these answers, and refuses everything else. */
export function serve(answers: Answers): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const call = `${request.method} ${new URL(request.url).pathname.replace(/^\/api/, '')}`;
    const text = await request.text();
    const isJson = request.headers.get('Content-Type')?.includes('json') === true;
    sent.push({ call, body: isJson && text !== '' ? JSON.parse(text) : undefined });
    let answer = answers[call];
    if (typeof answer === 'function') {
      answer = await (answer as Answer)(sent.at(-1)?.body, request.headers.get('If-Match'));
    }
    if (answer instanceof Response) return answer.clone();
    return answer === undefined
      ? Response.json({ code: 'unexpected', message: call, data: { status: 400 } }, { status: 400 })
      : Response.json(answer);
  });
  return sent;
}

/**
 * Shows a part of the page as it stands there: with the theme's own pace off, and a memory of its own. Its router knows no pages: a
 * test may see where it is asked to lead.
 */
export function show(part: ReactNode) {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const within = (children: ReactNode) => (
    <QueryClientProvider client={queryClient}>
      <RouterContextProvider router={router}>
        <MantineProvider env="test">{children}</MantineProvider>
      </RouterContextProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(within(part));
  return { router, show: (next: ReactNode) => rerender(within(next)) };
}

/** Tries all that closes a dialog which is busy: Escape, its cross, and the button with this name, which is disabled by then. */
export async function triesToClose(button: string) {
  const dialog = screen.getByRole('dialog');
  // The cross of a dialog may have the same name.
  const cancel = () => screen.getAllByRole<HTMLButtonElement>('button', { name: button }).at(-1);
  await waitFor(() => {
    if (cancel()?.disabled !== true) throw new Error(`${button} can be used`);
  });
  fireEvent.keyDown(dialog, { key: 'Escape' });
  fireEvent.click(screen.getAllByRole('button', { name: commonTexts.close })[0] ?? dialog);
}
