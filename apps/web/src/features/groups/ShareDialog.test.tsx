// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { Group } from '@/api/groups/wire';
import { later, refusal, serve, show, triesToClose } from '@/testing';
import { shareTexts as texts } from '@/texts/share';

import ShareDialog from './ShareDialog';

const team: Partial<Group> = {
  ...{ kind: 'teams', id: 4, name: 'JO11-1', etag: '"1"', visibility: 'private', workspaces: [] },
};

it('stays while somebody is taken from it, and then says that it failed', async () => {
  const { promise, resolve } = later<Response>();
  serve({
    'GET /club/v1/teams/4/shares': [{ user_id: 7, display_name: 'Ans Bos', permission: 'view' }],
    'DELETE /club/v1/teams/4/shares/7': () => promise,
  });
  const onClose = vi.fn();
  show(<ShareDialog group={team as Group} onClose={onClose} />);
  fireEvent.click(await screen.findByRole('button', { name: texts.revoke('Ans Bos') }));
  await triesToClose(texts.revoke('Ans Bos'));
  expect(onClose).not.toHaveBeenCalled();
  resolve(refusal('Nee.'));
  expect(await screen.findByText('Nee.')).toBeTruthy();
});
