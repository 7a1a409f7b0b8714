import { expect, it, vi } from 'vitest';

import type { Choice, Conflict } from '@/lib/merge';

import { ApiError } from './errors';
import { saveMerged } from './save-merged';

interface Fields {
  name: string;
  nick: string;
}

const refusal = new ApiError(412, 'rest_precondition_failed', 'Gewijzigd.');
const opened: Fields = { name: 'Jan', nick: '' };

/** A server that others write to: each of these comes in between, in turn. */
function server(others: Partial<Fields>[], choices?: Choice[]) {
  let revision = 1;
  let record = { ...opened };
  const tag = () => `"${revision}"`;
  const write = (change: Partial<Fields>) => {
    record = { ...record, ...change };
    revision += 1;
  };
  const asked: (readonly Conflict[])[] = [];
  const sent: Partial<Fields>[] = [];
  const saving = {
    send: vi.fn((change: Partial<Fields>, etag: string) => {
      sent.push(change);
      const other = others.shift();
      if (other !== undefined) write(other);
      if (etag !== tag()) return Promise.reject(refusal);
      write(change);
      return Promise.resolve({ ...record, etag: tag() });
    }),
    reread: () => Promise.resolve({ ...record, etag: tag() }),
    read: ({ name, nick }: Fields) => ({ name, nick }),
    choose: (conflicts: readonly Conflict[]) => {
      asked.push(conflicts);
      return Promise.resolve(choices);
    },
  };
  const save = (change: Partial<Fields>) =>
    saveMerged({ change, before: opened, etag: '"1"' }, saving);
  return { save, sent, asked, now: () => record };
}

it.each([
  ['nobody comes first', [], { nick: 'J' }, [{ nick: 'J' }], { name: 'Jan', nick: 'J' }],
  [
    'another field was changed',
    [{ name: 'Piet' }],
    { nick: 'J' },
    [{ nick: 'J' }, { nick: 'J' }],
    { name: 'Piet', nick: 'J' },
  ],
  [
    'others come first again and again',
    [{ name: 'A' }, { name: 'B' }, { name: 'C' }],
    { nick: 'J' },
    [{ nick: 'J' }, { nick: 'J' }, { nick: 'J' }, { nick: 'J' }],
    { name: 'C', nick: 'J' },
  ],
  [
    'the same was changed',
    [{ nick: 'J' }],
    { nick: 'J' },
    [{ nick: 'J' }],
    { name: 'Jan', nick: 'J' },
  ],
])('saves without a question when %s', async (_, others, change, sends, becomes) => {
  const { save, sent, asked, now } = server(others);
  const saved = await save(change);
  expect(saved).toMatchObject(becomes);
  expect(now()).toEqual(becomes);
  expect(sent).toEqual(sends);
  expect(asked).toEqual([]);
});

it('asks about what both changed, once, and saves the rest whatever is chosen', async () => {
  const { save, asked, now } = server([{ nick: 'P' }, { name: 'Piet' }], ['theirs']);
  await save({ nick: 'J', name: 'Jan' });
  expect(asked).toEqual([[{ field: 'nick', mine: 'J', theirs: 'P' }]]);
  expect(now()).toEqual({ name: 'Jan', nick: 'P' });

  const mine = server([{ nick: 'P' }, { name: 'Piet' }], ['mine']);
  await mine.save({ nick: 'J' });
  expect(mine.asked).toHaveLength(1);
  expect(mine.now()).toEqual({ name: 'Piet', nick: 'J' });
});

it('saves nothing when the user goes back to the form', async () => {
  const { save, now } = server([{ nick: 'P' }], undefined);
  await expect(save({ nick: 'J' })).rejects.toBe(refusal);
  expect(now()).toEqual({ name: 'Jan', nick: 'P' });
});

it('gives up when others always come first, and at any other refusal', async () => {
  const busy = server(Array.from({ length: 9 }, (_, index) => ({ name: `${index}` })));
  await expect(busy.save({ nick: 'J' })).rejects.toBe(refusal);
  expect(busy.sent).toHaveLength(5);
  const { save } = server([]);
  const other = new ApiError(400, 'rest_invalid_param', 'Ongeldig');
  await expect(
    saveMerged(
      { change: { nick: 'J' }, before: opened, etag: '"1"' },
      {
        send: () => Promise.reject(other),
        reread: () => save({}),
        read: (record) => record,
        choose: () => Promise.resolve([]),
      },
    ),
  ).rejects.toBe(other);
});
