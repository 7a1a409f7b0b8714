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

it.each([
  [0, []],
  [1, [1]],
  [1_000, [1_000]],
  [1_001, [1_000, 1]],
  [2_500, [1_000, 1_000, 500]],
])('sends a change of %i people in steps of %j', (count, want) => {
  const steps = bulk.slices([{ ids: ids(count), updates }]);
  expect(steps.map((step) => step.ids.length)).toEqual(want);
  expect(steps.flatMap((step) => step.ids)).toEqual(ids(count));
});

it('sends one step after the other, tells how far it is, and puts the outcomes together', async () => {
  const told: unknown[] = [];
  const sent: number[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const body = (await request.json()) as { ids: number[] };
    sent.push(body.ids.length);
    expect(told).toHaveLength(sent.length);
    const [first = 0, ...others] = body.ids;
    return Response.json({
      success: true,
      updated: others,
      failed: [{ id: first, error: 'Op slot.' }],
    });
  });
  const changes = [
    { ids: ids(1_500), updates },
    { ids: ids(2, 5_001), updates: { person_label: [3] } },
  ];
  const outcome = await bulk.changeMany(changes, (progress) => told.push(progress));
  expect(sent).toEqual([1_000, 500, 2]);
  expect(told).toEqual([
    { done: 0, total: 1_502, steps: 3 },
    { done: 1_000, total: 1_502, steps: 3 },
    { done: 1_500, total: 1_502, steps: 3 },
  ]);
  expect(outcome.updated).toHaveLength(1_499);
  expect(outcome.failed.map(({ id }) => id)).toEqual([1, 1_001, 5_001]);
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
  const outcome = await bulk.changeMany([{ ids: ids(2_500), updates }], () => undefined);
  expect(requests).toBe(2);
  expect(outcome.updated).toEqual(ids(1_000));
  expect(outcome.failed.map(({ id }) => id)).toEqual(ids(1_500, 1_001));
  expect(outcome.failed[0]?.error).toBe('Bestaat niet.');
  requests = 1;
  await expect(bulk.changeMany([{ ids: ids(1_500), updates }], () => undefined)).rejects.toThrow();
});
