// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';

import { leaving } from '@/lib/unsaved';
import { show } from '@/testing';

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
