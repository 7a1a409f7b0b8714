// @vitest-environment happy-dom
import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import { dispute } from '@/api/dispute';
import { outdated, serve, show } from '@/testing';

import { useChangeWork } from './people/work';
import { useChangeShift } from './shifts';
import { useSaveActivity, useSaveNote } from './timeline';
import { useChangeTodo } from './todos';
import type { Activity, Note, Shift, Todo, WorkEntry } from './types';

interface Mutation<Variables> {
  mutate: (variables: Variables) => void;
  isSuccess: boolean;
  isError: boolean;
}

/** Makes a change once, with the page's own hook. */
function change<Variables>(use: () => Mutation<Variables>, variables: Variables) {
  const seen: { now?: Mutation<Variables> } = {};
  function Change() {
    seen.now = use();
    return null;
  }
  show(<Change />);
  seen.now?.mutate(variables);
  return {
    done: () => waitFor(() => expect(seen.now?.isSuccess).toBe(true)),
    refused: () => waitFor(() => expect(seen.now?.isError).toBe(true)),
  };
}

/** Takes what is meant for the second revision alone. */
const second = (record: object) => (body: object, etag: string) =>
  etag === '"2"' ? { ...record, ...body, etag: '"3"' } : outdated('Carla');

const changes = (sent: ReturnType<typeof serve>) =>
  sent.filter(({ call }) => !call.startsWith('GET')).map(({ body }) => body);

const note = {
  ...{ id: 5, type: 'note', person_id: 7, author_id: 1, author: 'Anna' },
  ...{ created: '', modified: '', content: '<p>een</p>', visibility: 'private', etag: '"1"' },
} satisfies Note;
const values = { content: '<p>twee</p>', visibility: 'private' } as const;

it('keeps what somebody else changed of a note', async () => {
  const theirs = { ...note, visibility: 'shared', etag: '"2"' };
  const sent = serve({
    'PUT /club/v1/notes/5': second(theirs),
    'GET /club/v1/people/7/notes': [{ ...note, id: 6 }, theirs],
  });
  await change(() => useSaveNote(7), { kept: note, values }).done();
  expect(changes(sent)).toEqual([{ content: '<p>twee</p>' }, { content: '<p>twee</p>' }]);
});

it('asks which of two texts of a note stays, and keeps what was typed until then', async () => {
  const theirs = { ...note, content: '<p>drie</p>', etag: '"2"' };
  const sent = serve({
    'PUT /club/v1/notes/5': second(theirs),
    'GET /club/v1/people/7/notes': [theirs],
  });
  const saving = change(() => useSaveNote(7), { kept: note, values });
  await waitFor(() => expect(dispute.current().by).toBe('Carla'));
  expect(dispute.current().conflicts).toEqual([
    { field: 'content', mine: '<p>twee</p>', theirs: '<p>drie</p>' },
  ]);
  dispute.settle(['mine']);
  await saving.done();
  expect(changes(sent).at(-1)).toEqual({ content: '<p>twee</p>' });

  const back = change(() => useSaveNote(7), { kept: note, values });
  await waitFor(() => expect(dispute.current().by).toBe('Carla'));
  dispute.settle(undefined);
  await back.refused();
});

it('says so when a note is gone', async () => {
  serve({ 'PUT /club/v1/notes/5': outdated('Carla'), 'GET /club/v1/people/7/notes': [] });
  await change(() => useSaveNote(7), { kept: note, values }).refused();
});

it('merges an activity field by field', async () => {
  const activity = {
    ...{ id: 8, type: 'activity', person_id: 7, author_id: 1, author: 'Anna', created: '' },
    ...{ modified: '', content: '<p>gebeld</p>', activity_type: 'call', participants: [] },
    ...{ activity_date: '2026-03-01', activity_time: '', etag: '"1"' },
  } satisfies Activity;
  const theirs = { ...activity, activity_time: '10:00', etag: '"2"' };
  const sent = serve({
    'PUT /club/v1/activities/8': second(theirs),
    'GET /club/v1/people/7/activities': [theirs],
  });
  const { content, activity_type, activity_time } = activity;
  await change(() => useSaveActivity(7), {
    kept: activity,
    values: { content, activity_type, activity_time, activity_date: '2026-03-02' },
  }).done();
  expect(changes(sent).at(-1)).toEqual({ activity_date: '2026-03-02' });
});

it('finishes a task that somebody else changed, and leaves one alone that is finished', async () => {
  const todo = {
    ...{ id: 3, type: 'todo', content: 'Bellen', person_id: 0, person_name: '', etag: '"1"' },
    ...{ person_thumbnail: '', persons: [], notes: null, author_id: 1, author: '', created: '' },
    ...{ modified: '', status: 'open', is_completed: false, due_date: null, awaiting_since: null },
    ...{ assignee_id: 0, assignee_name: '' },
  } satisfies Todo;
  const theirs: Todo = { ...todo, content: 'Bellen of mailen', etag: '"2"' };
  const sent = serve({
    'PUT /club/v1/todos/3': second(theirs),
    'GET /club/v1/todos/3': theirs,
  });
  await change(useChangeTodo, { todo, values: { status: 'completed' } as const }).done();
  expect(changes(sent)).toEqual([{ status: 'completed' }, { status: 'completed' }]);

  const finished = serve({
    'PUT /club/v1/todos/3': outdated('Carla'),
    'GET /club/v1/todos/3': { ...todo, status: 'completed', etag: '"2"' },
  });
  await change(useChangeTodo, { todo, values: { status: 'completed' } as const }).done();
  expect(changes(finished)).toHaveLength(1);
});

const shift = {
  ...{ id: 4, title: 'Bar', place: 'Kantine', date: '2026-06-20', start: '19:00', end: '23:00' },
  ...{ capacity: 2, filled: 1, status: 'open', published: true, assignments: [], mine: false },
  ...{ can_sign_up: false, can_sign_off: false, over: false, etag: '"1"' },
} satisfies Shift;

it('keeps what another planner changed of a shift, and who signed up meanwhile', async () => {
  const theirs: Shift = { ...shift, place: 'Veld 1', filled: 2, status: 'full', etag: '"2"' };
  const sent = serve({
    'PUT /club/v1/shifts/4': second(theirs),
    'GET /club/v1/shifts/4': theirs,
  });
  const { title, place, date, start, end, capacity, published } = shift;
  const values = { title, place, date, start, end, capacity, published };
  await change(useChangeShift, { shift, values: { ...values, capacity: 3 } }).done();
  expect(changes(sent)).toEqual([{ capacity: 3 }, { capacity: 3 }]);

  const off = change(useChangeShift, { shift, values: { status: 'cancelled' } as const });
  await off.done();
  expect(changes(sent).at(-1)).toEqual({ status: 'cancelled' });

  const saving = change(useChangeShift, { shift, values: { ...values, place: 'Veld 2' } });
  await waitFor(() =>
    expect(dispute.current().conflicts).toEqual([
      { field: 'place', mine: 'Veld 2', theirs: 'Veld 1' },
    ]),
  );
  dispute.settle(['mine']);
  await saving.done();
  expect(changes(sent).at(-1)).toEqual({ place: 'Veld 2' });
});

const works = (team: number, job_title: string) =>
  ({ team, job_title, start_date: '2025-08-01', end_date: '', description: '' }) as WorkEntry;

/** A person whose work somebody else changes once, right after it was read. */
function atWork(before: WorkEntry[], theirs: WorkEntry[]) {
  let now = { id: 7, acf: { work_history: before }, etag: '"1"' };
  return serve({
    'GET /cms/v2/people/7': () => now,
    'PUT /cms/v2/people/7': (body: { acf: object }, etag: string) => {
      if (etag === '"1"') {
        now = { ...now, acf: { work_history: theirs }, etag: '"2"' };
        return outdated('Carla');
      }
      return { ...now, acf: { ...now.acf, ...body.acf }, etag: '"3"' };
    },
  });
}

it('adds a role beside what somebody else added meanwhile', async () => {
  const [player, trainer, leader] = [works(1, 'Speler'), works(2, 'Trainer'), works(3, 'Leider')];
  const sent = atWork([player], [player, trainer]);
  await change(useChangeWork, { id: 7, change: (work) => [...work, leader] }).done();
  const last = changes(sent).at(-1) as { acf: { work_history: WorkEntry[] } };
  expect(new Set(last.acf.work_history)).toEqual(new Set([player, leader, trainer]));
});

it('asks about a role that both ended on another day', async () => {
  const ends = (end_date: string) => ({ ...works(1, 'Speler'), end_date });
  const sent = atWork([works(1, 'Speler')], [ends('2026-02-01')]);
  const saving = change(useChangeWork, { id: 7, change: () => [ends('2026-03-01')] });
  await waitFor(() => expect(dispute.current().conflicts).toHaveLength(1));
  expect(dispute.current().conflicts[0]).toMatchObject({
    field: 'work_history',
    mine: { end_date: '2026-03-01' },
    theirs: { end_date: '2026-02-01' },
  });
  dispute.settle(['theirs']);
  await saving.done();
  expect(changes(sent)).toHaveLength(1); // as the other one made it: nothing is left to send
});
