// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';

import { show } from '@/testing';
import { workspaceTexts as texts } from '@/texts/workspaces';

import { WorkspacesPage } from './WorkspacesPage';

const me = { id: 1, is_admin: true };

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouteContext: () => ({ me }),
}));
vi.mock('@/components/PageHeader', () => ({ PageHeader: () => null }));
vi.mock('@/components/links', () => ({
  AnchorLink: ({ children }: { children: ReactNode }) => <a href="#workspace">{children}</a>,
}));

const workspace = (id: number, name: string, role: string) => ({
  ...{ id, name, role, description: '', member_count: 2 },
});
const own = workspace(1, 'Bestuur', 'member');

/** Gives all workspaces to who asks for them, else the user's own. */
function serveWorkspaces() {
  const asked: string[] = [];
  vi.stubGlobal('fetch', ({ url }: Request) => {
    const { search } = new URL(url);
    asked.push(search);
    const answer = search === '?all=true' ? [own, workspace(2, 'Jeugd', '')] : [own];
    return Promise.resolve(Response.json(answer));
  });
  return asked;
}

it('shows the workspaces of others to an administrator', async () => {
  me.is_admin = true;
  serveWorkspaces();
  show(<WorkspacesPage />);
  const others = await screen.findByRole('region', { name: texts.others });
  expect(
    within(others)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Jeugd']);
  await screen.findByText('Bestuur');
});

it('asks for no others where somebody is no administrator', async () => {
  me.is_admin = false;
  const asked = serveWorkspaces();
  show(<WorkspacesPage />);
  await screen.findByText('Bestuur');
  expect(asked).toEqual(['']);
});
