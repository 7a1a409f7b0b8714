// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { serve, show } from '@/testing';
import { inviteTexts as texts } from '@/texts/workspaces';

import { InvitePage } from './InvitePage';

/** Shows an invite of jan@club.example to who is signed in. */
function invited(email: string, is_admin: boolean) {
  serve({
    'GET /club/v1/session': { user: { id: 1, email, is_admin } },
    'GET /club/v1/invites/abc': {
      ...{ valid: true, message: '', email: 'jan@club.example', has_account: true },
      ...{ invited_by: 'Carla', workspace_name: 'Bestuur', role: 'member' },
    },
  });
  show(<InvitePage token="abc" />);
}

it('lets no administrator accept an invite of somebody else, whom the server refuses', async () => {
  invited('beheer@club.example', true);
  expect(await screen.findByText(texts.otherAccount('jan@club.example'))).toBeTruthy();
  expect(screen.queryByRole('button', { name: texts.accept })).toBeNull();
});

it.each(['jan@club.example', ' Jan@Club.example'])('is accepted as %j', async (email) => {
  invited(email, false);
  expect(await screen.findByRole('button', { name: texts.accept })).toBeTruthy();
});
