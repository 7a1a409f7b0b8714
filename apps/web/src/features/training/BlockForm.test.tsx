// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { TrainingBlock } from '@/api/types';
import { serve, show } from '@/testing';
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
