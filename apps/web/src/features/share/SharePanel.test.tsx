// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';

import { Dialog } from '@/components/Dialog';
import { serve, show } from '@/testing';
import { shareTexts as texts } from '@/texts/share';

import SharePanel from './SharePanel';

vi.spyOn(notifications, 'show').mockReturnValue('');

/** Takes away the only share of a person, by the button that has the focus. */
async function revoke(within: (panel: ReactNode) => ReactNode) {
  let shares = [{ user_id: 4, display_name: 'Hidde', permission: 'view' }];
  serve({
    'GET /club/v1/people/9/shares': () => shares,
    'DELETE /club/v1/people/9/shares/4': () => {
      shares = [];
      return { message: 'Klaar.' };
    },
  });
  show(
    within(
      <SharePanel
        of={{ kind: 'people', id: 9 }}
        visibility="private"
        onVisibility={vi.fn()}
        workspaces={[]}
        onWorkspaces={vi.fn()}
        error={undefined}
      />,
    ),
  );
  const button = await screen.findByRole('button', { name: texts.revoke('Hidde') });
  button.focus();
  fireEvent.click(button);
  expect(await screen.findByText(texts.nobody)).toBeTruthy();
}

it('keeps the focus in its dialog when a share is gone', async () => {
  await revoke((panel) => (
    <Dialog opened onClose={vi.fn()} title="Delen">
      {panel}
    </Dialog>
  ));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')));
});

it('keeps the focus on the page when a share is gone', async () => {
  await revoke((panel) => <main tabIndex={-1}>{panel}</main>);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});
