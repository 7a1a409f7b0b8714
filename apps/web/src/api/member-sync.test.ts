import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { beforeAll, expect, it, vi } from 'vitest';

import { ApiError } from './errors';

import type { MemberSync } from './types';

type Module = typeof import('./member-sync');

let module: Module;

beforeAll(async () => {
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('window', { location: { origin: 'https://club.example' } });
  module = await import('./member-sync');
});

const sessionKey = ['session'];

const updated: MemberSync = {
  ok: true,
  assoc_id: 'ABCD12',
  action: 'updated',
  club_record_id: 7,
};

/** A page with person 7 on it, signed in as user 1, and a service that answers when it is told. */
function page() {
  const queryClient = new QueryClient();
  queryClient.setQueryData(sessionKey, { id: 1 });
  for (const key of [['person', 7], ['person', 8], ['people'], ['labels']]) {
    queryClient.setQueryData(key, {});
  }
  const sent: unknown[] = [];
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push([request.method, new URL(request.url).pathname, await request.json()]);
    return new Promise<Response>((resolve) => {
      answer = resolve;
    });
  });
  const told: unknown[] = [];
  const start = () =>
    new MutationObserver(
      queryClient,
      module.memberSync(
        queryClient,
        { id: 7, code: 'ABCD12' },
        {
          done: (result) => told.push(result),
          failed: (error) => told.push(error instanceof ApiError ? error.code : error),
        },
      ),
    )
      .mutate()
      .catch(() => undefined);
  return {
    queryClient,
    sent,
    told,
    start,
    answer: (status: number, body: object) => answer(Response.json(body, { status })),
    asked: () => vi.waitFor(() => expect(sent).toHaveLength(1)),
    stale: () =>
      queryClient
        .getQueryCache()
        .getAll()
        .filter(({ state }) => state.isInvalidated)
        .map(({ queryKey }) => queryKey.join(' ')),
  };
}

it('asks for the member, and for the person anew', async () => {
  const { queryClient, start, asked, answer, sent, told, stale } = page();
  const ended = start();
  await asked();
  expect(sent).toEqual([
    ['POST', '/api/club/v1/clubsystem/sync-individual', { assoc_id: 'ABCD12' }],
  ]);
  expect(module.isSyncing(queryClient, 7)).toBe(true);
  expect(module.isSyncing(queryClient, 8)).toBe(false);
  expect(stale()).toEqual([]);
  answer(200, updated);
  await ended;
  expect(module.isSyncing(queryClient, 7)).toBe(false);
  expect(told).toEqual([updated]);
  expect(stale()).toEqual(['person 7', 'person 8', 'people']);
});

it('asks for the person anew after an error, too', async () => {
  const { queryClient, start, asked, answer, told, stale } = page();
  const ended = start();
  await asked();
  answer(502, { code: 'sync_request_failed', message: '', data: { status: 502 } });
  await ended;
  expect(module.isSyncing(queryClient, 7)).toBe(false);
  expect(told).toEqual(['sync_request_failed']);
  expect(stale()).toContain('person 7');
});

it.each([
  [200, updated],
  [422, { code: 'sync_error', message: '' }],
])('tells the next user of the browser nothing (%i)', async (status, body) => {
  const { queryClient, start, asked, answer, told } = page();
  const ended = start();
  await asked();
  queryClient.clear();
  queryClient.setQueryData(sessionKey, { id: 2 });
  answer(status, body);
  await ended;
  expect(told).toEqual([]);
});

it('asks how far the work is, and takes a service that does not tell for no answer', async () => {
  const queryClient = new QueryClient();
  const asked: string[] = [];
  let answer = new Response('{}', { status: 502, headers: { 'Content-Type': 'application/json' } });
  vi.stubGlobal('fetch', (request: Request) => {
    asked.push(new URL(request.url).pathname);
    return Promise.resolve(answer);
  });
  const query = module.memberSyncStateQuery('ABCD12');
  await expect(queryClient.query(query)).rejects.toThrow();
  answer = Response.json({ ok: true, assoc_id: 'ABCD12', state: 'reading' });
  expect(await queryClient.query(query)).toBe('reading');
  expect(asked).toEqual(Array(2).fill('/api/club/v1/clubsystem/sync-individual/ABCD12'));
});
