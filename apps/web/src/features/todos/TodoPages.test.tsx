// @vitest-environment happy-dom
import { useInfiniteQuery } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';

import { todosQuery } from '@/api/todos';
import type { Todo } from '@/api/types';
import type { RichEditorProps } from '@/components/rich/RichEditor';
import { leaving } from '@/lib/unsaved';
import { serve, show } from '@/testing';
import { commonTexts } from '@/texts/common';
import { timelineTexts } from '@/texts/timeline';
import { todoTexts as texts } from '@/texts/todos';

import { TodoPages } from './TodoPages';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouteContext: () => ({ me: { id: 1 } }),
}));
vi.mock('@/components/links', () => ({
  AnchorLink: ({ children }: { children: ReactNode }) => <a href="#person">{children}</a>,
}));
vi.mock('@/components/rich/RichEditor', () => ({
  default: ({ label, initial, onChange }: RichEditorProps) => (
    <textarea
      aria-label={label}
      defaultValue={initial}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  ),
}));

const todo = {
  ...{ id: 3, type: 'todo', content: 'Bellen', person_id: 7, person_name: 'Hidde', etag: '"1"' },
  ...{ person_thumbnail: '', persons: [{ id: 7, name: 'Hidde', thumbnail: '' }], notes: null },
  ...{ author_id: 1, author: '', created: '', modified: '', status: 'open', is_completed: false },
  ...{ due_date: null, awaiting_since: null, assignee_id: 0, assignee_name: '' },
} satisfies Todo;

function Tasks() {
  const query = useInfiniteQuery(todosQuery('open'));
  return (
    <>
      <TodoPages query={query} empty="Niets" />
      <button onClick={() => void query.refetch()}>Opnieuw</button>
    </>
  );
}

/** Shows a list of one task, which is empty as soon as the task is finished. */
async function showOne() {
  let list = [todo];
  const finish = () => {
    list = [];
    return { ...todo, status: 'completed', is_completed: true, etag: '"2"' };
  };
  serve({ 'GET /club/v1/todos': () => list, 'PUT /club/v1/todos/3': finish });
  show(<Tasks />);
  await screen.findByText('Bellen');
  return { finish };
}

async function finishAndLog() {
  fireEvent.click(screen.getByRole('button', { name: texts.finishThing('Bellen') }));
  fireEvent.click(await screen.findByRole('menuitem', { name: texts.finishAs.logged }));
}

it('shows the form of a conversation for the last task of the list, too', async () => {
  await showOne();
  await finishAndLog();
  expect(await screen.findByText('Niets')).toBeTruthy();
  const text = await screen.findByLabelText<HTMLTextAreaElement>(timelineTexts.content.activity);
  expect(text.value).toBe('<p>Bellen</p>');
});

it('asks before Escape closes a conversation that is being written', async () => {
  await showOne();
  await finishAndLog();
  const text = await screen.findByLabelText<HTMLTextAreaElement>(timelineTexts.content.activity);
  fireEvent.change(text, { target: { value: '<p>Belt terug</p>' } });
  fireEvent.keyDown(text, { key: 'Escape' });
  expect(leaving.isAsked()).toBe(true);
  leaving.settle('stay');
  await Promise.resolve();
  expect(text.isConnected).toBe(true);
});

it('keeps the form of a task with what is typed when somebody else finishes the task', async () => {
  const { finish } = await showOne();
  fireEvent.click(screen.getByRole('button', { name: texts.editThing('Bellen') }));
  const form = within(await screen.findByRole('dialog', { name: texts.edit }));
  fireEvent.change(form.getByLabelText(texts.what, { exact: false }), {
    target: { value: 'Bellen over zaterdag' },
  });
  finish();
  fireEvent.click(screen.getByText('Opnieuw'));
  expect(await screen.findByText('Niets')).toBeTruthy();
  expect(screen.getByDisplayValue('Bellen over zaterdag')).toBeTruthy();
});

it('keeps the form of a task while it is sent, and when that fails', async () => {
  let refuse: (answer: Response) => void = () => undefined;
  await showOne();
  const rest = globalThis.fetch;
  vi.stubGlobal('fetch', (request: Request) =>
    request.method === 'PUT'
      ? new Promise<Response>((resolve) => (refuse = resolve))
      : rest(request),
  );
  fireEvent.click(screen.getByRole('button', { name: texts.editThing('Bellen') }));
  const form = within(await screen.findByRole('dialog', { name: texts.edit }));
  const text = form.getByLabelText(texts.what, { exact: false });
  fireEvent.change(text, { target: { value: 'Bellen over zaterdag' } });
  fireEvent.submit(text);
  const cancel = form.getByRole('button', { name: commonTexts.cancel });
  await waitFor(() => expect(cancel).toHaveProperty('disabled', true));
  fireEvent.keyDown(text, { key: 'Escape' });
  await act(() => Promise.resolve());
  expect(text.isConnected).toBe(true);

  refuse(Response.json({ code: 'x', message: 'Kapot.', data: { status: 500 } }, { status: 500 }));
  expect(await form.findByRole('alert')).toBeTruthy();
  expect(screen.getByDisplayValue('Bellen over zaterdag')).toBeTruthy();
});
