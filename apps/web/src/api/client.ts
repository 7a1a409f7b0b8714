import createClient from 'openapi-fetch';

import { confirmation, reentry } from './confirmation';
import { toApiError } from './errors';
import { createApiFetch } from './fetch';
import { restRoot } from './page-meta';
import type { paths } from './schema.gen';

// A Request wants a whole address; openapi-fetch glues this one to the path.
const baseUrl = new URL(restRoot, window.location.origin).href;

const apiFetch = createApiFetch(`${baseUrl}/club/v1/session`, (request) => fetch(request), {
  confirm: confirmation.ask,
  signIn: reentry.ask,
});

export const api = createClient<paths>({ baseUrl, fetch: apiFetch.send });

/** Asks for a file; a session that ended is begun anew before the answer comes. */
export const askFile = (path: string): Promise<Response> =>
  apiFetch.send(new Request(`${baseUrl}${path}`));

export const rememberNonce = apiFetch.remember;

interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** The data of a call, or its error thrown: what TanStack Query wants of a query function. */
export async function take<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await call;
  if (data === undefined) throw toApiError(response, error);
  return data;
}

/** The same for a change that can be taken back, with the token for that; there is none when nothing was changed. */
export async function takeUndoable<Data>(
  call: Promise<Answer<Data>>,
): Promise<{ data: Data; undo?: string }> {
  const data = await take(call);
  const { response } = await call;
  return { data, undo: response.headers.get('X-Undo') ?? undefined };
}

/** One page of a list that answers how many pages there are. */
export async function takePage<Row>(
  call: Promise<Answer<Row[]>>,
): Promise<{ rows: Row[]; pages: number }> {
  const rows = await take(call);
  const { response } = await call;
  return { rows, pages: Number(response.headers.get('X-WP-TotalPages') ?? 1) };
}

/** Every page of a list that answers how many there are. */
export async function takePages<Row>(
  ask: (page: number) => Promise<Answer<Row[]>>,
): Promise<Row[]> {
  const first = ask(1);
  const rows = await take(first);
  const { response } = await first;
  const pages = Number(response.headers.get('X-WP-TotalPages') ?? 1);
  const others = Array.from({ length: Math.max(0, pages - 1) }, (_, index) => take(ask(index + 2)));
  return [...rows, ...(await Promise.all(others)).flat()];
}
