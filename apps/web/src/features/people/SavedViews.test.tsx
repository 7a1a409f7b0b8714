// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { SavedView } from '@/api/types';
import { serve, show } from '@/testing';
import { userTexts } from '@/texts/settings-admin';
import { viewTexts } from '@/texts/people-views';

import SavedViews from './SavedViews';
import { type PeopleSearch, usualSearch } from './search';
import { fromView } from './views';

const view: SavedView = {
  id: 7,
  owner: 1,
  owner_name: '',
  roles: [],
  count: 3,
  name: 'Zonder VOG',
  filter: { vog_missing: '1' },
  orderby: 'last_name',
  order: 'asc',
  columns: ['email'],
};

async function open(search: PeopleSearch, answers: Record<string, unknown> = {}) {
  const sent = serve({ 'GET /club/v1/views': [view], ...answers });
  const onSearch = vi.fn();
  show(<SavedViews search={search} onSearch={onSearch} columns={['team']} />);
  await screen.findByRole('menuitem', { name: view.name });
  return { onSearch, changes: () => sent.filter(({ call }) => !call.startsWith('GET')) };
}

/** The menu closes with every choice. */
async function choose(item: string) {
  if (screen.queryByRole('menu') === null) {
    fireEvent.click(screen.getByRole('button', { name: new RegExp(view.name) }));
  }
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
}

const submit = (field: HTMLElement) => {
  const form = field.closest('form');
  if (form !== null) fireEvent.submit(form);
};

it('opens a view, and goes back to everybody', async () => {
  const { onSearch } = await open(fromView(view));
  expect(screen.queryByRole('menuitem', { name: viewTexts.overwrite(view.name) })).toBeNull();
  await choose(view.name);
  await choose(viewTexts.close);
  expect(onSearch.mock.calls).toEqual([[fromView(view)], [usualSearch]]);
});

it('keeps what is shown in the open view, or forgets it', async () => {
  const { onSearch, changes } = await open(
    { ...fromView(view), team: '5' },
    { 'PUT /club/v1/views/7': view },
  );
  await choose(viewTexts.restore);
  expect(onSearch).toHaveBeenCalledExactlyOnceWith(fromView(view));
  await choose(viewTexts.overwrite(view.name));
  await waitFor(() =>
    expect(changes()).toEqual([
      {
        call: 'PUT /club/v1/views/7',
        body: {
          filter: { team: [5], vog_missing: '1' },
          orderby: 'last_name',
          order: 'asc',
          columns: ['team'],
        },
      },
    ]),
  );
});

it('keeps a new view under a name, and opens it', async () => {
  const made = { ...view, id: 8, name: 'Nieuw' };
  const { onSearch, changes } = await open(usualSearch, { 'POST /club/v1/views': made });
  await choose(viewTexts.save);
  const name = await screen.findByLabelText(viewTexts.name, { selector: 'input', exact: false });
  submit(name);
  expect(await screen.findByText(viewTexts.nameMissing)).toBeTruthy();
  fireEvent.change(name, { target: { value: ' Nieuw ' } });
  submit(name);
  await waitFor(() =>
    expect(onSearch).toHaveBeenCalledExactlyOnceWith(fromView(made), { replace: true }),
  );
  expect(changes()).toMatchObject([{ call: 'POST /club/v1/views', body: { name: 'Nieuw' } }]);
});

it('says why a name is refused', async () => {
  await open(usualSearch, {
    'POST /club/v1/views': Response.json(
      {
        code: 'view_exists',
        message: 'Je hebt al een weergave met deze naam.',
        data: { status: 409 },
      },
      { status: 409 },
    ),
  });
  await choose(viewTexts.save);
  const name = await screen.findByLabelText(viewTexts.name, { selector: 'input', exact: false });
  fireEvent.change(name, { target: { value: 'Zonder VOG' } });
  submit(name);
  expect(await screen.findByText(viewTexts.notSaved)).toBeTruthy();
});

it('removes a view after a question', async () => {
  const { onSearch, changes } = await open(fromView(view), {
    'DELETE /club/v1/views/7': { deleted: true },
  });
  await choose(viewTexts.remove);
  fireEvent.click(await screen.findByText(viewTexts.removeConfirm));
  await waitFor(() =>
    expect(onSearch).toHaveBeenCalledExactlyOnceWith({ weergave: '' }, { replace: true }),
  );
  expect(changes()).toMatchObject([{ call: 'DELETE /club/v1/views/7' }]);
});

it('opens a view that somebody else shares, and changes nothing of it', async () => {
  const theirs: SavedView = {
    ...view,
    owner: 4,
    owner_name: 'Anna Kok',
    name: 'Van het bestuur',
    roles: ['club_bestuur'],
  };
  const { onSearch } = await open(
    { ...fromView(theirs), team: '5' },
    { 'GET /club/v1/views': [view, theirs] },
  );
  expect(screen.getByText(viewTexts.shared)).toBeTruthy();
  expect(screen.getByRole('menuitem', { name: /Anna Kok/, current: true })).toBeTruthy();
  for (const item of [viewTexts.rename, viewTexts.share, viewTexts.remove]) {
    expect(screen.queryByRole('menuitem', { name: item })).toBeNull();
  }
  expect(screen.queryByRole('menuitem', { name: viewTexts.overwrite(theirs.name) })).toBeNull();
  fireEvent.click(screen.getByRole('menuitem', { name: viewTexts.restore }));
  expect(onSearch).toHaveBeenCalledExactlyOnceWith(fromView(theirs));
});

it('shares a view with the roles of the user alone', async () => {
  const { changes } = await open(fromView(view), {
    'GET /club/v1/session': {
      nonce: 'x',
      user: { id: 1, is_admin: false, roles: ['club_bestuur'], capabilities: [] },
    },
    'PUT /club/v1/views/7': { ...view, roles: ['club_bestuur'] },
  });
  await choose(viewTexts.share);
  const field = await screen.findByRole('combobox', { name: viewTexts.roles });
  fireEvent.click(field);
  const { club_bestuur, club_vog } = userTexts.roleNames;
  fireEvent.click(await screen.findByRole('option', { name: club_bestuur }));
  expect(screen.queryByRole('option', { name: club_vog })).toBeNull();
  submit(field);
  await waitFor(() =>
    expect(changes()).toEqual([
      { call: 'PUT /club/v1/views/7', body: { roles: ['club_bestuur'] } },
    ]),
  );
});
