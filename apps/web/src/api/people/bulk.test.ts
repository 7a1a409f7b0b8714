import { afterEach, beforeAll, expect, it, vi } from 'vitest';

type Module = typeof import('./bulk');

let bulk: Module;

beforeAll(async () => {
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('window', { location: { origin: 'https://club.example' } });
  bulk = await import('./bulk');
});

afterEach(() => vi.unstubAllGlobals());

const ids = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);
const updates = { visibility: 'shared' } as const;

const never = new AbortController().signal;

it.each([
  [0, []],
  [1, [1]],
  [1_000, [1_000]],
  [1_001, [1_000, 1]],
  [2_500, [1_000, 1_000, 500]],
])('sends a change of %i people in steps of %j', (count, want) => {
  const steps = bulk.slices({ ids: ids(count) }).map((step) => ('ids' in step ? step.ids : []));
  expect(steps.map((step) => step.length)).toEqual(want);
  expect(steps.flat()).toEqual(ids(count));
});

/** A server that changes all but the first of each step. */
function serve(onRequest: (request: number) => void = () => undefined) {
  const sent: { ids?: number[] }[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const body = (await request.json()) as { ids?: number[] };
    sent.push(body);
    onRequest(sent.length);
    const [first = 0, ...others] = body.ids ?? [7, 8];
    return Response.json(
      { success: true, updated: others, failed: [{ id: first, error: 'Op slot.' }] },
      { headers: { 'X-Undo': `token ${sent.length}` } },
    );
  });
  return sent;
}

it('sends one step after the other, tells how far it is, and puts the outcomes together', async () => {
  const told: unknown[] = [];
  const sent = serve((request) => expect(told).toHaveLength(request));
  const outcome = await bulk.changeMany(
    { ids: ids(1_500) },
    updates,
    (progress) => told.push(progress),
    never,
  );
  expect(sent.map((body) => body.ids?.length)).toEqual([1_000, 500]);
  expect(told).toEqual([
    { done: 0, total: 1_500, steps: 2 },
    { done: 1_000, total: 1_500, steps: 2 },
  ]);
  expect(outcome.updated).toHaveLength(1_498);
  expect(outcome.failed.map(({ id }) => id)).toEqual([1, 1_001]);
  expect(outcome).toMatchObject({ undo: ['token 1', 'token 2'], stopped: false });
});

it('sends a filter as it is, with how many people it stands for', async () => {
  const sent = serve();
  const who = { filter: { search: 'an' }, expected: 1_378 };
  const outcome = await bulk.changeMany(who, updates, () => undefined, never);
  expect(sent).toEqual([{ ...who, updates }]);
  expect(outcome.updated).toEqual([8]);
});

it('stops after the step that is under way, and tells what was done', async () => {
  const controller = new AbortController();
  const sent = serve(() => controller.abort());
  const outcome = await bulk.changeMany(
    { ids: ids(2_500) },
    updates,
    () => undefined,
    controller.signal,
  );
  expect(sent).toHaveLength(1);
  expect(outcome).toMatchObject({ undo: ['token 1'], stopped: true });
  expect(outcome.updated).toHaveLength(999);
});

it('tells what was done when a later step fails, and fails whole when the first one does', async () => {
  let requests = 0;
  vi.stubGlobal('fetch', async (request: Request) => {
    requests += 1;
    if (requests === 2) {
      return Response.json({ code: 'rest_invalid_id', message: 'Bestaat niet.' }, { status: 404 });
    }
    const body = (await request.json()) as { ids: number[] };
    return Response.json({ success: true, updated: body.ids, failed: [] });
  });
  const change = (count: number) =>
    bulk.changeMany({ ids: ids(count) }, updates, () => undefined, never);
  const outcome = await change(2_500);
  expect(requests).toBe(2);
  expect(outcome.updated).toEqual(ids(1_000));
  expect(outcome.failed.map(({ id }) => id)).toEqual(ids(1_500, 1_001));
  expect(outcome.failed[0]?.error).toBe('Bestaat niet.');
  requests = 1;
  await expect(change(1_500)).rejects.toThrow();
});
