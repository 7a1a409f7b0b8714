// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { ClubUser } from '@/api/types';
import { leaving } from '@/lib/unsaved';
import { later, serve, show } from '@/testing';
import { commonTexts } from '@/texts/common';
import { accountTexts as texts } from '@/texts/settings-admin';

import { roleOptions } from './roles';
import RolesDialog from './RolesDialog';

vi.spyOn(notifications, 'show').mockReturnValue('');

const some: Partial<ClubUser> = { id: 4, name: 'Hidde', username: 'hidde', email: '' };
const user = { ...(some as ClubUser), linked_person_name: null };
const rolesOf = (by_hand: string[]) => ({ by_hand, by_function: [], functions: {} });

const choose = (field: HTMLElement, label = '') => {
  fireEvent.click(field);
  fireEvent.click(screen.getByRole('option', { name: label }));
};
const find = () => screen.findByRole('combobox', { name: texts.byHand });

it('asks before roles that were chosen with the mouse are lost', async () => {
  serve({ 'GET /club/v1/users/4/roles': rolesOf([]) });
  show(<RolesDialog user={user} onClose={vi.fn()} />);
  choose(await find(), roleOptions()[0]?.label);
  fireEvent.click(screen.getByRole('button', { name: commonTexts.close }));
  expect(leaving.isAsked()).toBe(true);
  leaving.settle('stay');
});

it('does not give back what a colleague took meanwhile', async () => {
  const [first, second, third] = roleOptions();
  let roles = rolesOf([first?.value ?? '', second?.value ?? '']);
  const onClose = vi.fn();
  const sent = serve({
    'GET /club/v1/users/4/roles': () => roles,
    'PUT /club/v1/users/4/roles': () => roles,
  });
  show(<RolesDialog user={user} onClose={onClose} />);
  choose(await find(), third?.label);
  roles = rolesOf([first?.value ?? '']);
  fireEvent.click(screen.getByRole('button', { name: commonTexts.save }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({
    roles: [first?.value, third?.value],
  });
});

it('opens on what is so now, and not on what was so when it was opened before', async () => {
  let answer: unknown = rolesOf([]);
  serve({ 'GET /club/v1/users/4/roles': () => answer });
  const { show: next } = show(<RolesDialog user={user} onClose={vi.fn()} />);
  await find();
  next(<p>closed</p>);
  const { promise, resolve } = later<unknown>();
  answer = promise;
  // What is closed is forgotten in the next turn.
  await new Promise((done) => setTimeout(done));
  next(<RolesDialog user={user} onClose={vi.fn()} />);
  expect(screen.queryByRole('combobox', { name: texts.byHand })).toBeNull();
  resolve(rolesOf([]));
  await find();
});
