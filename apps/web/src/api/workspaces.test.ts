// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';

import { workspaceGroupsQuery, workspacePeopleQuery } from './workspaces';

/** Two full pages and one more, by pages as the server gives them. */
function servePages() {
  vi.stubGlobal('fetch', ({ url }: Request) => {
    const { pathname, searchParams } = new URL(url);
    const page = Number(searchParams.get('page') ?? 1);
    const type = pathname.endsWith('teams') ? 'team' : 'commissie';
    const rows = Array.from({ length: page < 3 ? 100 : 1 }, (_, index) => {
      const id = page * 1000 + index;
      return { id, type, title: { rendered: `${type} ${id}` } };
    });
    return Promise.resolve(Response.json(rows, { headers: { 'X-WP-TotalPages': '3' } }));
  });
}

it('finds all groups and people in a workspace, however many', async () => {
  servePages();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const groups = await client.query(workspaceGroupsQuery(1));
  expect(groups).toHaveLength(402);
  expect(groups.filter(({ kind }) => kind === 'teams')).toHaveLength(201);
  expect(await client.query(workspacePeopleQuery(1))).toHaveLength(201);
});
