// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';

import { leaving, mayLeave } from '@/lib/unsaved';
import { show } from '@/testing';
import { commonTexts } from '@/texts/common';

import { FormDialog } from './FormDialog';

/** Shows a form, and closes it after something was done in it; whether that was asked about. */
function close(form: { typed?: boolean; children: ReactNode }, act: () => void = () => undefined) {
  const onClose = vi.fn();
  const rest = { title: 'Bericht', submit: 'Sturen', pending: false, error: null };
  show(<FormDialog {...rest} {...form} onClose={onClose} onSubmit={vi.fn()} />);
  act();
  fireEvent.keyDown(screen.getByTestId('text'), { key: 'Escape' });
  const isAsked = leaving.isAsked();
  leaving.settle('stay');
  return isAsked;
}

const editor = <div data-testid="text" contentEditable suppressContentEditableWarning />;
const type = () => fireEvent.input(screen.getByTestId('text'));

it('asks before a text with formatting is lost', () => {
  expect(close({ children: editor }, type)).toBe(true);
});

it('asks when the form tells that something was chosen', () => {
  expect(close({ typed: true, children: editor })).toBe(true);
});

it('asks nothing while nothing was done', () => {
  expect(close({ typed: false, children: editor })).toBe(false);
});

describe('a form that is being sent', () => {
  const send = (more: { stops?: boolean; firm?: true; fleeting?: true } = {}) => {
    const onClose = vi.fn();
    const rest = { title: 'Bericht', submit: 'Sturen', error: null, onClose, onSubmit: vi.fn() };
    const form = (pending: boolean) => (
      <FormDialog {...rest} {...more} pending={pending}>
        {editor}
      </FormDialog>
    );
    const { show: change } = show(form(true));
    return { onClose, fail: () => change(form(false)) };
  };
  const escape = () => fireEvent.keyDown(screen.getByTestId('text'), { key: 'Escape' });
  const cancel = () => fireEvent.click(screen.getByRole('button', { name: commonTexts.cancel }));
  const soon = () => act(() => Promise.resolve());

  it('stays until it is known whether that failed', async () => {
    const { onClose, fail } = send();
    type();
    escape();
    cancel();
    fireEvent.click(screen.getByRole('button', { name: commonTexts.close }));
    await soon();
    expect(onClose).not.toHaveBeenCalled();
    fail();
    cancel();
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('keeps its page, too', async () => {
    const { fail } = send();
    await expect(mayLeave()).resolves.toBe(false);
    fail();
    await expect(mayLeave()).resolves.toBe(true);
  });

  it('closes when that stops it', async () => {
    const { onClose } = send({ stops: true });
    await expect(mayLeave()).resolves.toBe(true);
    escape();
    await soon();
    cancel();
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('can be left by its own button when nothing else closes it', () => {
    const { onClose } = send({ firm: true, fleeting: true });
    cancel();
    expect(onClose).toHaveBeenCalledOnce();
  });
});
