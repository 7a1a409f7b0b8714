// @vitest-environment happy-dom
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { ApiError } from '@/api/errors';
import type { Edit } from '@/api/save-merged';
import { hasUnsaved, leaving, mayLeave } from '@/lib/unsaved';
import { show } from '@/testing';
import { commonTexts } from '@/texts/common';

import { useCardEditor } from './use-card-editor';

interface Values {
  name: string;
  rows: string[];
}

interface CardProps {
  current: Values;
  etag?: string;
  save: (edit: Edit<Values>) => Promise<unknown>;
}

/** The smallest card: a name that must be there, and rows of which the empty ones are dropped. */
function Card({ current, etag = '"1"', save }: CardProps) {
  const form = useForm<Values>({
    initialValues: current,
    validate: { name: (value) => (value === '' ? 'Vul een naam in.' : null) },
  });
  const editor = useCardEditor({
    form,
    record: 'proef',
    current,
    etag,
    save,
    tidy: ({ name, rows }) => ({ name, rows: rows.filter((row) => row !== '') }),
  });
  if (!editor.editing) {
    return (
      <section id={editor.cardId}>
        <p>{current.name}</p>
        <button onClick={editor.start}>{commonTexts.edit}</button>
      </section>
    );
  }
  const { error, ...name } = form.getInputProps('name') as { error?: string };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      id={editor.cardId}
      onSubmit={editor.submit}
      onKeyDown={({ key }) => key === 'Escape' && editor.leave()}
    >
      <input aria-label="Naam" aria-invalid={error !== undefined} {...name} />
      {error !== undefined && <p role="alert">{error}</p>}
      <button type="button" onClick={() => form.insertListItem('rows', '')}>
        Rij
      </button>
      <button type="button" onClick={editor.cancel}>
        {commonTexts.cancel}
      </button>
      <button>{commonTexts.save}</button>
    </form>
  );
}

const current: Values = { name: 'Jan', rows: ['een'] };
/** What is sent of a form that was opened with these values. */
const edit = (change: Partial<Values>) => ({ change, before: current, etag: '"1"' });

const button = (name: string) => screen.getByRole('button', { name });
const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Naam' });
const type = (value: string) => fireEvent.change(input(), { target: { value } });
const press = (name: string) => fireEvent.click(button(name));
const isClosed = () => screen.queryByRole('textbox') === null;

const said = vi.spyOn(notifications, 'show').mockReturnValue('');

beforeEach(() => said.mockClear());

it('sends what changed alone, closes at once, and says it when it is saved', async () => {
  let answer: () => void = () => undefined;
  const save = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)));
  show(<Card current={current} save={save} />);
  press(commonTexts.edit);
  type('Piet');
  press(commonTexts.save);
  expect(save).toHaveBeenCalledExactlyOnceWith(edit({ name: 'Piet' }));
  expect(isClosed()).toBe(true);
  expect(said).not.toHaveBeenCalled();
  await act(async () => {
    answer();
    await Promise.resolve();
  });
  expect(said).toHaveBeenCalledExactlyOnceWith({ message: commonTexts.saved, color: 'green' });
});

it('sends nothing when nothing changed but what was begun and left empty', () => {
  const save = vi.fn(() => Promise.resolve());
  show(<Card current={current} save={save} />);
  press(commonTexts.edit);
  press('Rij');
  press(commonTexts.save);
  expect(save).not.toHaveBeenCalled();
  expect(isClosed()).toBe(true);
});

it('stays open at a problem, and puts the keyboard there', async () => {
  const save = vi.fn(() => Promise.resolve());
  show(<Card current={current} save={save} />);
  press(commonTexts.edit);
  type('');
  press(commonTexts.save);
  expect(save).not.toHaveBeenCalled();
  expect(screen.getByRole('alert').textContent).toBe('Vul een naam in.');
  await waitFor(() => expect(document.activeElement).toBe(input()));
});

it('forgets what was typed when it is cancelled', () => {
  show(<Card current={current} save={() => Promise.resolve()} />);
  press(commonTexts.edit);
  type('Piet');
  press(commonTexts.cancel);
  press(commonTexts.edit);
  expect(input().value).toBe('Jan');
});

it('starts from what the person is by then', () => {
  const { show: again } = show(<Card current={current} save={() => Promise.resolve()} />);
  again(<Card current={{ ...current, name: 'Jan-Peter' }} save={() => Promise.resolve()} />);
  press(commonTexts.edit);
  expect(input().value).toBe('Jan-Peter');
});

const refusal = new ApiError(400, 'rest_invalid_param', 'Ongeldig', { 'acf.name': 'Te lang.' });

it('opens again when it is refused, with what was typed and the message at its field', async () => {
  show(<Card current={current} save={() => Promise.reject(refusal)} />);
  press(commonTexts.edit);
  type('Piet');
  press(commonTexts.save);
  await waitFor(() => expect(input().value).toBe('Piet'));
  expect(screen.getByRole('alert').textContent).toBe('Te lang.');
  expect(said).not.toHaveBeenCalled();
});

it('says a refusal elsewhere when the page was left', async () => {
  let refuse: (error: Error) => void = () => undefined;
  const save = () => new Promise<void>((_resolve, reject) => (refuse = reject));
  const { show: go } = show(<Card current={current} save={save} />);
  press(commonTexts.edit);
  type('Piet');
  press(commonTexts.save);
  go(<p>Een andere pagina</p>);
  refuse(refusal);
  await waitFor(() =>
    expect(said).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ color: 'red', autoClose: false, title: commonTexts.notSaved }),
    ),
  );
  // What was typed is there for who comes back.
  go(<Card current={current} save={save} />);
  await waitFor(() => expect(input().value).toBe('Piet'));
  expect(screen.getByRole('alert').textContent).toBe('Te lang.');
});

it('sends what was changed here alone, when the record changed meanwhile', () => {
  const save = vi.fn(() => Promise.resolve());
  const { show: again } = show(<Card current={current} save={save} />);
  press(commonTexts.edit);
  type('Piet');
  again(<Card current={{ name: 'Jan', rows: ['een', 'twee'] }} etag='"2"' save={save} />);
  press(commonTexts.save);
  expect(save).toHaveBeenCalledExactlyOnceWith(edit({ name: 'Piet' }));
});

it('keeps what was typed when the page goes without asking', async () => {
  const { show: go } = show(<Card current={current} save={() => Promise.resolve()} />);
  press(commonTexts.edit);
  type('Piet');
  go(<p>Deze pagina liep vast</p>);
  go(<Card current={current} save={() => Promise.resolve()} />);
  await waitFor(() => expect(input().value).toBe('Piet'));
});

describe('leaving', () => {
  const save = vi.fn(() => Promise.resolve());
  beforeEach(() => {
    save.mockClear();
    show(<Card current={current} save={save} />);
    press(commonTexts.edit);
  });

  it('asks nothing while nothing was typed', async () => {
    expect(hasUnsaved()).toBe(false);
    await expect(mayLeave()).resolves.toBe(true);
    fireEvent.keyDown(input(), { key: 'Escape' });
    expect(isClosed()).toBe(true);
  });

  it.each([
    ['stay', false, false],
    ['drop', true, true],
    ['save', true, true],
  ] as const)('asks what to do with what was typed: %s', async (choice, may, closed) => {
    type('Piet');
    expect(hasUnsaved()).toBe(true);
    const answer = mayLeave();
    expect(leaving.isAsked()).toBe(true);
    await act(async () => {
      leaving.settle(choice);
      expect(await answer).toBe(may);
    });
    expect(isClosed()).toBe(closed);
    expect(save).toHaveBeenCalledTimes(choice === 'save' ? 1 : 0);
    expect(hasUnsaved()).toBe(!closed);
  });

  it('does not go when what was typed has a problem', async () => {
    type('');
    const answer = mayLeave();
    await act(async () => {
      leaving.settle('save');
      expect(await answer).toBe(false);
    });
    expect(screen.getByRole('alert').textContent).toBe('Vul een naam in.');
  });

  it('by Escape asks about this form', () => {
    type('Piet');
    fireEvent.keyDown(input(), { key: 'Escape' });
    expect(leaving.isAsked()).toBe(true);
    leaving.settle('stay');
    expect(input().value).toBe('Piet');
  });
});
