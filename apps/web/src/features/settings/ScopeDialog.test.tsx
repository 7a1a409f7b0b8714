// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { later, serve, show } from '@/testing';
import { commonTexts } from '@/texts/common';
import { scopeTexts as texts } from '@/texts/settings-admin';

import ScopeDialog from './ScopeDialog';

vi.spyOn(notifications, 'show').mockReturnValue('');

const path = '/club/v1/users/4/scope';
const user = { id: 4, name: 'Hidde' };
const available = {
  teams: [1, 2, 3].map((id) => ({ id, name: `Team ${id}` })),
  age_groups: ['Onder 8', 'Onder 9'],
};
const scopeOf = (teams: number[], age_groups: string[]) => ({ teams, age_groups, available });

const find = () => screen.findByRole('combobox', { name: texts.teams });

it('neither gives back nor takes what a colleague decided meanwhile', async () => {
  let scope = scopeOf([1, 2], ['Onder 8']);
  const onClose = vi.fn();
  const sent = serve({ [`GET ${path}`]: () => scope, [`PUT ${path}`]: () => scope });
  show(<ScopeDialog user={user} onClose={onClose} />);
  fireEvent.click(await find());
  fireEvent.click(screen.getByRole('option', { name: 'Team 3' }));
  scope = scopeOf([1], ['Onder 9']);
  fireEvent.click(screen.getByRole('button', { name: commonTexts.save }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({
    teams: [1, 3],
    age_groups: ['Onder 9'],
  });
});

it('opens on what is so now, and not on what was so when it was opened before', async () => {
  let answer: unknown = scopeOf([1], []);
  serve({ [`GET ${path}`]: () => answer });
  const { show: next } = show(<ScopeDialog user={user} onClose={vi.fn()} />);
  await find();
  next(<p>closed</p>);
  const { promise, resolve } = later<unknown>();
  answer = promise;
  // What is closed is forgotten in the next turn.
  await new Promise((done) => setTimeout(done));
  next(<ScopeDialog user={user} onClose={vi.fn()} />);
  expect(screen.queryByRole('combobox', { name: texts.teams })).toBeNull();
  resolve(scopeOf([], []));
  await find();
});
