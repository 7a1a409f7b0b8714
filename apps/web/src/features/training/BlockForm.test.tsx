// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { TrainingBlock } from '@/api/types';
import { serve, show } from '@/testing';
import { dateTexts } from '@/texts/dates';
import { trainingTexts } from '@/texts/training';

import BlockForm from './BlockForm';

const texts = trainingTexts.form;

vi.spyOn(notifications, 'show').mockReturnValue('');

const block: TrainingBlock = {
  ...{ id: 9, day: 2, start: '18:30', end: '19:30', pitch_id: 1, team_ids: [], label: '' },
  ...{ valid_from: '2025-07-01', valid_until: '2026-06-30', cancelled_on: [], clashes: [] },
};

it('sends of a training what was changed alone, so that the rest stays as somebody else made it', async () => {
  const sent = serve({
    'GET /cms/v2/teams': [],
    'GET /cms/v2/committees': [],
    'PUT /club/v1/training/blocks/9': block,
  });
  const onClose = vi.fn();
  show(<BlockForm block={block} pitches={[{ id: 1, name: 'Veld 1' }]} onClose={onClose} />);
  fireEvent.change(await screen.findByLabelText(texts.label), { target: { value: 'Keepers' } });
  fireEvent.click(screen.getByRole('button', { name: texts.save }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({ label: 'Keepers' });
});

it('says which days came and which went, so that a day that somebody else called off meanwhile stays', async () => {
  const sent = serve({
    'GET /cms/v2/teams': [],
    'GET /cms/v2/committees': [],
    'PUT /club/v1/training/blocks/9': block,
  });
  const onClose = vi.fn();
  const off = { ...block, cancelled_on: ['2026-03-03'] };
  const pitches = [{ id: 1, name: 'Veld 1' }];
  show(<BlockForm block={off} date="2026-03-10" pitches={pitches} onClose={onClose} />);
  fireEvent.click(await screen.findByRole('checkbox'));
  fireEvent.click(screen.getByRole('button', { name: texts.restore('3 mrt 2026') }));
  fireEvent.click(screen.getByRole('button', { name: texts.save }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({
    cancelled_on_add: ['2026-03-10'],
    cancelled_on_remove: ['2026-03-03'],
  });
});

/** Shows the form of a training on Tuesdays, and types another day on which it does not take place. */
async function typeOther(text: string) {
  const sent = serve({
    'GET /cms/v2/teams': [],
    'GET /cms/v2/committees': [],
    'PUT /club/v1/training/blocks/9': block,
  });
  const onClose = vi.fn();
  show(<BlockForm block={block} pitches={[{ id: 1, name: 'Veld 1' }]} onClose={onClose} />);
  const field = await screen.findByLabelText<HTMLInputElement>(texts.cancelOther);
  fireEvent.change(field, { target: { value: text } });
  return {
    field,
    onClose,
    enter: () => fireEvent.keyDown(field, { key: 'Enter' }),
    save: () => fireEvent.click(screen.getByRole('button', { name: texts.save })),
    changes: () => sent.filter(({ call }) => call.startsWith('PUT')).map(({ body }) => body),
  };
}

it('takes another day along that was typed and not added', async () => {
  const { save, changes, onClose } = await typeOther('3-3-2026');
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(changes()).toEqual([{ cancelled_on_add: ['2026-03-03'], cancelled_on_remove: [] }]);
});

it('adds another day by Enter, and is not sent by it', async () => {
  const { field, enter, changes } = await typeOther('3-3-2026');
  expect(enter()).toBe(false);
  expect(screen.getByText('3 mrt 2026')).toBeTruthy();
  expect(field.value).toBe('');
  expect(enter()).toBe(true);
  expect(changes()).toEqual([]);
});

it.each([
  ['4-3-2026', texts.notThatDay],
  ['dinsdag', dateTexts.notADate],
])('is not sent with another day that makes no sense: %s', async (text, problem) => {
  const { field, enter, save, changes } = await typeOther(text);
  expect(enter()).toBe(false);
  fireEvent.blur(field);
  save();
  expect(await screen.findByText(problem)).toBeTruthy();
  expect(changes()).toEqual([]);
});
