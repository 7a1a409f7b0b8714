// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { Note } from '@/api/types';
import type { RichEditorProps } from '@/components/rich/RichEditor';
import { type Choice, leaving } from '@/lib/unsaved';
import { serve, show } from '@/testing';
import { commonTexts } from '@/texts/common';
import { timelineTexts as texts } from '@/texts/timeline';

import TimelineTab from './TimelineTab';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouteContext: () => ({ me: { id: 1 } }),
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

const note = {
  ...{ id: 5, type: 'note', person_id: 7, author_id: 1, author: 'Anna', etag: '"1"' },
  ...{ created: '2026-03-01 10:00:00', modified: '', content: '<p>een</p>', visibility: 'private' },
} satisfies Note;

const filter = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));
const isFiltered = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name }).checked;
const answer = (choice: Choice) =>
  act(() => {
    leaving.settle(choice);
    return Promise.resolve();
  });

async function write(value: string) {
  const text = await screen.findByLabelText(texts.content.note);
  fireEvent.change(text, { target: { value } });
  return text;
}

it('asks before another filter takes a note along that is being changed', async () => {
  serve({ 'GET /club/v1/people/7/timeline': [note] });
  show(<TimelineTab person={7} />);
  const entry = (await screen.findByText('een')).closest('li') as HTMLElement;
  fireEvent.click(within(entry).getByRole('button'));
  fireEvent.click(await screen.findByRole('menuitem', { name: commonTexts.edit }));
  const text = await write('<p>twee</p>');
  filter(texts.kinds.activity);
  expect(leaving.isAsked()).toBe(true);
  await answer('stay');
  expect(text.isConnected).toBe(true);
  expect(isFiltered(texts.kinds.all)).toBe(true);

  filter(texts.kinds.activity);
  await answer('drop');
  await waitFor(() => expect(isFiltered(texts.kinds.activity)).toBe(true));
});

it('asks nothing about a new note, which stays where it is', async () => {
  serve({ 'GET /club/v1/people/7/timeline': [] });
  show(<TimelineTab person={7} />);
  fireEvent.click(await screen.findByRole('button', { name: texts.add.note }));
  const text = await write('<p>nieuw</p>');
  filter(texts.kinds.activity);
  await waitFor(() => expect(isFiltered(texts.kinds.activity)).toBe(true));
  expect(leaving.isAsked()).toBe(false);
  expect(text.isConnected).toBe(true);
});

it('keeps a note in view while it is sent, and when that fails', async () => {
  let refuse: (answer: Response) => void = () => undefined;
  serve({ 'GET /club/v1/people/7/timeline': [note] });
  const rest = globalThis.fetch;
  vi.stubGlobal('fetch', (request: Request) =>
    request.method === 'PUT'
      ? new Promise<Response>((resolve) => (refuse = resolve))
      : rest(request),
  );
  show(<TimelineTab person={7} />);
  const entry = (await screen.findByText('een')).closest('li') as HTMLElement;
  fireEvent.click(within(entry).getByRole('button'));
  fireEvent.click(await screen.findByRole('menuitem', { name: commonTexts.edit }));
  const text = await write('<p>twee</p>');
  fireEvent.click(screen.getByRole('button', { name: texts.save }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: commonTexts.cancel })).toHaveProperty(
      'disabled',
      true,
    ),
  );
  fireEvent.click(screen.getByRole('button', { name: commonTexts.cancel }));
  filter(texts.kinds.activity);
  await act(() => Promise.resolve());
  expect(isFiltered(texts.kinds.all)).toBe(true);

  refuse(Response.json({ code: 'x', message: 'Kapot.', data: { status: 500 } }, { status: 500 }));
  await screen.findByRole('alert');
  expect(text.isConnected).toBe(true);
});
