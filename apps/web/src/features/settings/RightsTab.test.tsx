// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { matrixQuery } from '@/api/matrix';
import { serve, show } from '@/testing';

import { RightsTab } from './RightsTab';

const said = vi.spyOn(notifications, 'show').mockReturnValue('');

const matrixOf = (bestuur: boolean, vog: boolean, when = '') => ({
  roles: ['club_bestuur', 'club_vog'].map((name) => ({ name, label: `${name}${when}` })),
  capabilities: [{ name: 'vog', label: 'VOG' }],
  matrix: { club_bestuur: { vog: bestuur }, club_vog: { vog } },
});

/** A colleague's decision arrives, as when the window is looked at again. */
function Tab({ theirs }: { theirs: object }) {
  const queryClient = useQueryClient();
  return (
    <>
      <button onClick={() => queryClient.setQueryData(matrixQuery.queryKey, theirs as never)}>
        arrives
      </button>
      <RightsTab />
    </>
  );
}

it('decides what somebody changed, and not back what a colleague decided meanwhile', async () => {
  const sent = serve({
    'GET /club/v1/capability-matrix': matrixOf(false, true),
    'GET /club/v1/second-factor': { roles: [] },
    'POST /club/v1/capability-matrix': matrixOf(true, false),
  });
  show(<Tab theirs={matrixOf(true, true, ' nu')} />);
  await screen.findByLabelText('club_vog', { selector: 'input' });
  fireEvent.click(screen.getByRole('button', { name: 'arrives' }));
  const vog = await screen.findByLabelText('club_vog nu', { selector: 'input' });
  fireEvent.keyDown(vog, { key: 'Backspace' });
  fireEvent.submit(vog);
  await waitFor(() => expect(said).toHaveBeenCalled());
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    matrix: { club_vog: { vog: false } },
  });
});
