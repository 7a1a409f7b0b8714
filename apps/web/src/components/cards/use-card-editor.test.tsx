// @vitest-environment happy-dom
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { ApiError } from '@/api/errors';
import { show } from '@/testing';
import { commonTexts } from '@/texts/common';

import { useCardEditor } from './use-card-editor';

interface Values {
  name: string;
  rows: string[];
}

interface CardProps {
  current: Values;
  save: (change: Partial<Values>) => Promise<unknown>;
}

/** The smallest card: a name that must be there, and rows of which the empty ones are dropped. */
function Card({ current, save }: CardProps) {
  const form = useForm<Values>({
    initialValues: current,
    validate: { name: (value) => (value === '' ? 'Vul een naam in.' : null) },
  });
  const editor = useCardEditor({
    form,
    current,
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
    <form id={editor.cardId} onSubmit={editor.submit}>
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
  expect(save).toHaveBeenCalledExactlyOnceWith({ name: 'Piet' });
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
});
