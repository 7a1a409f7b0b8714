// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { hasUnsaved, leaving, mayLeave } from '@/lib/unsaved';
import { serve, show } from '@/testing';
import { volunteerTexts as texts } from '@/texts/settings-admin';

import { VolunteersTab } from './VolunteersTab';

const said = vi.spyOn(notifications, 'show').mockReturnValue('');

const roles = {
  player_roles: ['Speler', 'Keeper'],
  excluded_roles: ['Erelid'],
  exempt_commissies: [4],
};

const serveRoles = () =>
  serve({
    'GET /club/v1/volunteer-roles/settings': roles,
    'GET /club/v1/groups': [],
    'POST /club/v1/volunteer-roles/settings': { ...roles, player_roles: ['Speler'] },
  });

async function takeLastOff() {
  const titles = await screen.findByLabelText(texts.player, { selector: 'input' });
  fireEvent.keyDown(titles, { key: 'Backspace' });
  return titles;
}

it('sends what was changed alone', async () => {
  const sent = serveRoles();
  show(<VolunteersTab />);
  fireEvent.submit(await takeLastOff());
  await waitFor(() => expect(said).toHaveBeenCalled());
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    player_roles: ['Speler'],
  });
});

it('asks before what was typed is left, and saves it for who says so', async () => {
  const sent = serveRoles();
  show(<VolunteersTab />);
  await takeLastOff();
  expect(hasUnsaved()).toBe(true);
  const answer = mayLeave();
  leaving.settle('save');
  await expect(answer).resolves.toBe(true);
  expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(true);
  await waitFor(() => expect(hasUnsaved()).toBe(false));
});
