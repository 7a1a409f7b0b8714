// @vitest-environment happy-dom
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';

import { keys } from '@/api/keys';
import { LeaveGuard } from '@/components/LeaveGuard';
import { later, serve, show, triesToClose } from '@/testing';
import { commonTexts } from '@/texts/common';
import { importTexts as texts } from '@/texts/imports';

import { ImportPage } from './ImportPage';

vi.mock('./ColumnsCard', () => ({ ColumnsCard: () => <input /> }));
vi.mock('./RowsCard', () => ({ RowsCard: () => null }));

const draft = {
  id: 3,
  file: 'leden.csv',
  state: 'draft',
  stopped: '',
  notices: [],
  total: 1,
  processed: 0,
  undone: 0,
  left: 0,
  undo_until: null,
  counts: { new: 1, changed: 0, unchanged: 0, refused: 0 },
};

function Page() {
  const queryClient = useQueryClient();
  return (
    <>
      <button onClick={() => void queryClient.invalidateQueries()}>again</button>
      <ImportPage id={3} />
    </>
  );
}

const person = vi.fn(() => 'somebody');

/** The page of an import, beside something that shows people. */
function BesidePeople({ here }: { here: boolean }) {
  useQuery({ queryKey: keys.person.one(7), queryFn: person });
  return here && <ImportPage id={3} />;
}

it('leaves what is chosen in view when it cannot be brought up to date', async () => {
  const answers: Record<string, unknown> = { 'GET /club/v1/imports/3': draft };
  serve(answers);
  show(<Page />);
  const chosen = await screen.findByRole('textbox');
  delete answers['GET /club/v1/imports/3'];
  fireEvent.click(screen.getByRole('button', { name: 'again' }));
  await screen.findByRole('button', { name: commonTexts.retry });
  expect(screen.getByRole('textbox')).toBe(chosen);
});

it('leads on from an import that was thrown away, though its dialog held the page', async () => {
  const root = createRootRoute({
    component: () => (
      <>
        <LeaveGuard />
        <Outlet />
      </>
    ),
  });
  const at = (path: string, component: () => ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component });
  const router = createRouter({
    routeTree: root.addChildren([
      at('/nummer', () => <ImportPage id={3} />),
      at('/instellingen/importeren', () => 'De lijst'),
    ]),
    history: createMemoryHistory({ initialEntries: ['/nummer'] }),
  });
  const { promise, resolve } = later<unknown>();
  serve({ 'GET /club/v1/imports/3': draft, 'DELETE /club/v1/imports/3': () => promise });
  show(<RouterProvider router={router} />);
  fireEvent.click(await screen.findByRole('button', { name: texts.discard }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: texts.discard }));
  await triesToClose(commonTexts.cancel);
  resolve(draft);
  expect(await screen.findByText('De lijst')).toBeTruthy();
});

it('brings what shows people up to date when the job is done, though its page was left', async () => {
  let now = { ...draft, state: 'applying' };
  serve({ 'GET /club/v1/imports/3': () => now });
  const { show: go } = show(<BesidePeople here />);
  await screen.findByText(new RegExp(texts.working));
  expect(person).toHaveBeenCalledTimes(1);
  go(<BesidePeople here={false} />);
  now = { ...draft, state: 'applied' };
  await waitFor(() => expect(person).toHaveBeenCalledTimes(2));
});
