// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen } from '@testing-library/react';
import { isValidElement, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { serve, show } from '@/testing';
import { undoTexts as texts } from '@/texts/undo';

import { sayDone, UndoMessage } from './UndoMessage';

const said = vi.spyOn(notifications, 'show').mockReturnValue('');

beforeEach(() => {
  said.mockClear();
  vi.useFakeTimers();
});

afterEach(() => vi.useRealTimers());

const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

const undone = (undone: number, ...left_out: { id: number; name: string; reason: string }[]) => ({
  undone,
  left_out,
});

function offer(answers: Record<string, unknown> = {}) {
  const sent = serve(answers);
  const onClose = vi.fn();
  show(<UndoMessage message="40 bijgewerkt." tokens={['a', 'b']} onClose={onClose} />);
  return { sent, onClose, button: screen.getByText(texts.undo).closest('button') as HTMLElement };
}

/** The texts of what was said last. */
const last = (): unknown => said.mock.lastCall?.[0];

it('stands for ten seconds, and longer while somebody is at it', async () => {
  const { onClose, button } = offer();
  await pass(9_999);
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.focus(button);
  await pass(60_000);
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.blur(button);
  await pass(10_000);
  expect(onClose).toHaveBeenCalledOnce();
});

it.each([
  ['its button', (button: HTMLElement) => fireEvent.click(button)],
  ['Ctrl+Z', () => fireEvent.keyDown(document.documentElement, { key: 'z', ctrlKey: true })],
])('takes all steps back by %s, the last one first', async (_way, go) => {
  const { sent, onClose, button } = offer({
    'POST /club/v1/undo/a': undone(1),
    'POST /club/v1/undo/b': undone(2),
  });
  go(button);
  await pass(0);
  expect(sent.map(({ call }) => call)).toEqual(['POST /club/v1/undo/b', 'POST /club/v1/undo/a']);
  expect(onClose).toHaveBeenCalledOnce();
  expect(last()).toEqual({ color: 'green', message: texts.done });
});

it('takes the newest of two back by Ctrl+Z, and then the one before', async () => {
  const sent = serve({ 'POST /club/v1/undo/a': undone(1), 'POST /club/v1/undo/b': undone(1) });
  const standing = (...tokens: string[]) =>
    tokens.map((token) => (
      <UndoMessage key={token} message={token} tokens={[token]} onClose={vi.fn()} />
    ));
  const { show: again } = show(standing('a', 'b'));
  const press = async () => {
    fireEvent.keyDown(document.documentElement, { key: 'z', ctrlKey: true });
    await pass(0);
  };
  await press();
  expect(sent.map(({ call }) => call)).toEqual(['POST /club/v1/undo/b']);
  again(standing('a'));
  await press();
  expect(sent.map(({ call }) => call)).toEqual(['POST /club/v1/undo/b', 'POST /club/v1/undo/a']);
});

it('names who was left out, and why', async () => {
  const left = [1, 2, 3, 4, 5, 6].map((id) => ({ id, name: `P${id}`, reason: 'Is weg.' }));
  const { button } = offer({
    'POST /club/v1/undo/a': undone(3, ...left.slice(3)),
    'POST /club/v1/undo/b': undone(0, ...left.slice(0, 3)),
  });
  fireEvent.click(button);
  await pass(0);
  expect(last()).toMatchObject({ color: 'orange', autoClose: false, title: texts.partly(3) });
  const { message } = last() as { message: ReactNode };
  show(message);
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    ...[1, 2, 3, 4, 5].map((id) => `P${id}: Is weg.`),
    'en nog 1.',
  ]);
});

it('tells when it is too late', async () => {
  const gone = Response.json(
    { code: 'rest_undo_invalid', message: 'Te laat.', data: { status: 404 } },
    { status: 404 },
  );
  const { onClose, button } = offer({ 'POST /club/v1/undo/b': gone });
  fireEvent.click(button);
  await pass(0);
  expect(onClose).toHaveBeenCalledOnce();
  expect(last()).toMatchObject({ color: 'red', message: 'Te laat.' });
});

it('offers nothing when there is nothing to take back', () => {
  sayDone('0 bijgewerkt.', [undefined]);
  expect(last()).toEqual({ color: 'green', message: '0 bijgewerkt.' });
  sayDone('1 bijgewerkt.', ['a']);
  const { message } = last() as { message: ReactNode };
  expect(isValidElement(message)).toBe(true);
});
