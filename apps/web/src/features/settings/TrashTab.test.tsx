// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { serve, show } from '@/testing';
import { trashTexts as texts } from '@/texts/undo';

import { TrashTab } from './TrashTab';

const said = vi.spyOn(notifications, 'show').mockReturnValue('');

const removed = {
  kind: 'person',
  id: 7,
  name: 'Anna Bakker',
  deleted: '2026-11-22 14:05:00',
  deleted_gmt: '2026-11-22 13:05:00',
  deleted_by: 2,
  deleted_by_name: 'Jan',
  days_left: 1,
};

it('shows who was deleted, by whom, and how long there is, and brings back', async () => {
  const sent = serve({ 'GET /club/v1/trash': [removed], 'POST /club/v1/people/7/restore': {} });
  show(<TrashTab />);
  expect(await screen.findByText('Anna Bakker')).toBeTruthy();
  expect(screen.getByText('nog 1 dag')).toBeTruthy();
  expect(screen.getByText(/22 nov 2026, .* door Jan$/)).toBeTruthy();
  fireEvent.click(screen.getByLabelText(texts.restoreThing('Anna Bakker')));
  await waitFor(() =>
    expect(said).toHaveBeenCalledWith({ color: 'green', message: texts.restored('Anna Bakker') }),
  );
  expect(sent.map(({ call }) => call)).toContain('POST /club/v1/people/7/restore');
});

it('says whose member code stands in the way', async () => {
  const taken = Response.json(
    { code: 'member_code_taken', message: 'Hoort nu bij Bas.', data: { status: 409 } },
    { status: 409 },
  );
  serve({ 'GET /club/v1/trash': [removed], 'POST /club/v1/people/7/restore': taken });
  show(<TrashTab />);
  fireEvent.click(await screen.findByLabelText(texts.restoreThing('Anna Bakker')));
  await waitFor(() =>
    expect(said).toHaveBeenLastCalledWith(
      expect.objectContaining({ color: 'red', message: 'Hoort nu bij Bas.' }),
    ),
  );
});

it('says so when it is empty', async () => {
  serve({ 'GET /club/v1/trash': [] });
  show(<TrashTab />);
  expect(await screen.findByText(texts.empty)).toBeTruthy();
});
