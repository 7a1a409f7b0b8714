// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { later, refusal, serve, show, triesToClose } from '@/testing';
import { trainingTexts } from '@/texts/training';

import PitchesDialog from './PitchesDialog';

const texts = trainingTexts.pitchDialog;

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
