// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import { hasUnsaved } from '@/lib/unsaved';
import { later, serve, show } from '@/testing';
import { todoTexts as texts } from '@/texts/todos';

import { AddTodo } from './AddTodo';

/** Adds a task, and types the next one before it was added. */
async function addAndType(next: string) {
  const { promise, resolve } = later<unknown>();
  const sent = serve({ 'POST /club/v1/todos': () => promise });
  show(<AddTodo />);
  const field = screen.getByLabelText<HTMLInputElement>(texts.add);
  fireEvent.change(field, { target: { value: 'Ballen tellen' } });
  fireEvent.submit(field);
  await waitFor(() => expect(sent).toHaveLength(1));
  fireEvent.change(field, { target: { value: next } });
  resolve({});
  const add = screen.getByRole('button', { name: texts.addSubmit });
  await waitFor(() => expect(add.hasAttribute('data-loading')).toBe(false));
  return field;
}

it('leaves a task that is being typed when the one before was added', async () => {
  const field = await addAndType('Doelnetten bestellen');
  expect(field.value).toBe('Doelnetten bestellen');
  expect(hasUnsaved()).toBe(true);
});

it('is empty again when nothing was typed since', async () => {
  const field = await addAndType('Ballen tellen');
  await waitFor(() => expect(field.value).toBe(''));
  expect(hasUnsaved()).toBe(false);
  expect(document.activeElement).toBe(field);
});
