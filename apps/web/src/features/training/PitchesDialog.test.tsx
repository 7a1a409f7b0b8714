// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { pitchesQuery } from '@/api/training';
import { later, refusal, serve, show, triesToClose } from '@/testing';
import { trainingTexts } from '@/texts/training';

import PitchesDialog from './PitchesDialog';

const texts = trainingTexts.pitchDialog;

const first = { id: 1, name: 'Veld 1' };

function Pitches() {
  const { data = [] } = useQuery(pitchesQuery);
  return <PitchesDialog pitches={data} onClose={vi.fn()} />;
}

it.each([403, 409, 500])('says that a name was not saved: %i', async (status) => {
  const refused = { code: 'x', message: 'Dat kan nu niet.', data: { status } };
  serve({ 'PUT /club/v1/training/pitches/1': Response.json(refused, { status }) });
  show(<PitchesDialog pitches={[{ id: 1, name: 'Veld 1' }]} onClose={vi.fn()} />);
  fireEvent.change(await screen.findByLabelText(texts.name), { target: { value: 'Veld 2' } });
  fireEvent.click(screen.getByRole('button', { name: texts.rename('Veld 1') }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.getByDisplayValue('Veld 2')).toBeTruthy();
});

it.each([
  ['a name is saved', texts.rename('Veld 1'), 'PUT'],
  ['a pitch is removed', texts.remove('Veld 1'), 'DELETE'],
])('stays while %s, and then says that it failed', async (_what, button, method) => {
  const { promise, resolve } = later<Response>();
  serve({ [`${method} /club/v1/training/pitches/1`]: () => promise });
  const onClose = vi.fn();
  show(<PitchesDialog pitches={[{ id: 1, name: 'Veld 1' }]} onClose={onClose} />);
  fireEvent.change(await screen.findByLabelText(texts.name), { target: { value: 'Veld 2' } });
  fireEvent.click(screen.getByRole('button', { name: button }));
  await triesToClose(button);
  expect(onClose).not.toHaveBeenCalled();
  resolve(refusal('Nee.'));
  expect(await screen.findByText('Nee.')).toBeTruthy();
});

it.each([
  ['leaves the next name that is being typed', 'Veld 3', 'Veld 3'],
  ['is empty again', 'Veld 2', ''],
])('%s when a pitch was added', async (_what, since, left) => {
  const { promise, resolve } = later<unknown>();
  const sent = serve({
    'GET /club/v1/training/pitches': () =>
      sent.some(({ call }) => call.startsWith('POST'))
        ? [first, { id: 2, name: 'Veld 2' }]
        : [first],
    'POST /club/v1/training/pitches': () => promise,
  });
  show(<Pitches />);
  await screen.findByDisplayValue(first.name);
  const field = screen.getByLabelText<HTMLInputElement>(texts.new);
  fireEvent.change(field, { target: { value: 'Veld 2' } });
  fireEvent.submit(field);
  await waitFor(() => expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(true));
  fireEvent.change(field, { target: { value: since } });
  resolve({ id: 2, name: 'Veld 2' });
  await screen.findByRole('button', { name: texts.remove('Veld 2') });
  const add = screen.getByRole('button', { name: texts.add });
  await waitFor(() => expect(add.hasAttribute('data-loading')).toBe(false));
  expect(screen.getByLabelText<HTMLInputElement>(texts.new).value).toBe(left);
});
