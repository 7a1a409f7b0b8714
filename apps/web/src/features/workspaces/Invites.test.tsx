// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { serve, show } from '@/testing';
import { workspaceTexts as texts } from '@/texts/workspaces';

import { Invites } from './WorkspacePage';

const said = vi.spyOn(notifications, 'show').mockReturnValue('');

it('says that an invite was revoked, and keeps the focus on the page', async () => {
  said.mockClear();
  const email = 'jan@club.example';
  let invites = [{ id: 7, email, role: 'member', expires_at: '2026-06-08 10:00:00' }];
  serve({
    'GET /club/v1/workspaces/3/invites': () => invites,
    'DELETE /club/v1/workspaces/3/invites/7': () => {
      invites = [];
      return {};
    },
  });
  show(
    <main tabIndex={-1}>
      <Invites id={3} />
    </main>,
  );
  const button = await screen.findByRole('button', { name: texts.revokeThing(email) });
  button.focus();
  fireEvent.click(button);
  await waitFor(() =>
    expect(said).toHaveBeenCalledWith({ color: 'green', message: texts.revoked(email) }),
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});
