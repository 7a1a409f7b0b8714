// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { hasUnsaved } from '@/lib/unsaved';
import { later, serve, show } from '@/testing';
import { commonTexts } from '@/texts/common';
import { functionTexts as texts } from '@/texts/settings-admin';

import { FunctionsTab } from './FunctionsTab';

const said = vi.spyOn(notifications, 'show').mockReturnValue('');

/** Shows the functions, of which Trainer is known, and types one more. */
async function type(name: string, answer: (body: unknown) => unknown = (body) => body) {
  let kept: unknown = { map: { Trainer: [] } };
  const sent = serve({
    'GET /club/v1/functie-capability-map': () => kept,
    'POST /club/v1/functie-capability-map': async (body: unknown) => (kept = await answer(body)),
  });
  show(
    <main tabIndex={-1}>
      <FunctionsTab />
    </main>,
  );
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: texts.name });
  fireEvent.change(field, { target: { value: name } });
  return {
    field,
    decide: (map: object) => (kept = { map }),
    kept: () => sent.filter(({ call }) => call.startsWith('POST')),
  };
}

const save = () => fireEvent.click(screen.getByRole('button', { name: commonTexts.save }));

it('saves a function along that was typed and not added', async () => {
  const { field, kept } = await type(' Penningmeester ');
  expect(hasUnsaved()).toBe(true);
  save();
  await waitFor(() => expect(field.value).toBe(''));
  expect(kept().map(({ body }) => body)).toEqual([{ map: { Trainer: [], Penningmeester: [] } }]);
  expect(screen.getByRole('combobox', { name: 'Penningmeester' })).toBeTruthy();
});

it('saves nothing while the function that was typed is there already', async () => {
  const { kept } = await type('trainer');
  save();
  expect(await screen.findByText(texts.known)).toBeTruthy();
  expect(kept()).toEqual([]);
});

it('adds a function by its own button, to be saved with the others', async () => {
  const { field, kept } = await type('Penningmeester');
  fireEvent.click(screen.getByRole('button', { name: texts.add }));
  expect(field.value).toBe('');
  expect(screen.getByRole('combobox', { name: 'Penningmeester' })).toBeTruthy();
  expect(kept()).toEqual([]);
});

it('leaves what was typed and added while the others were being saved', async () => {
  said.mockClear();
  const { promise, resolve } = later<unknown>();
  const { field, kept } = await type('Penningmeester', () => promise);
  save();
  await waitFor(() => expect(kept()).toHaveLength(1));
  fireEvent.change(field, { target: { value: 'Scheidsrechter' } });
  fireEvent.click(screen.getByRole('button', { name: texts.add }));
  fireEvent.change(field, { target: { value: 'Kantine' } });
  resolve(kept()[0]?.body);
  await waitFor(() => expect(said).toHaveBeenCalled());
  expect(field.value).toBe('Kantine');
  await waitFor(() => save());
  await waitFor(() => expect(kept()).toHaveLength(2));
  expect(kept()[1]?.body).toEqual({
    map: { Trainer: [], Penningmeester: [], Scheidsrechter: [], Kantine: [] },
  });
});

it('brings no function back that a colleague removed meanwhile, and shows what they added', async () => {
  said.mockClear();
  const { decide, kept } = await type('Penningmeester');
  decide({ Kantine: ['club_vog'] });
  save();
  await waitFor(() => expect(said).toHaveBeenCalled());
  expect(kept().map(({ body }) => body)).toEqual([
    { map: { Kantine: ['club_vog'], Penningmeester: [] } },
  ]);
  expect(screen.queryByRole('combobox', { name: 'Trainer' })).toBeNull();
  expect(screen.getByRole('combobox', { name: 'Kantine' })).toBeTruthy();
  expect(hasUnsaved()).toBe(false);
});

it('keeps the focus on the page when a function is removed', async () => {
  await type('');
  const button = screen.getByRole('button', { name: texts.remove('Trainer') });
  button.focus();
  fireEvent.click(button);
  expect(screen.queryByRole('combobox', { name: 'Trainer' })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});
