// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { serve, show } from '@/testing';
import { scopeTexts as texts } from '@/texts/settings-admin';

import { UsersPage } from './UsersPage';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouteContext: () => ({ me: { id: 1, is_admin: false } }),
}));

it('lets who decides about access find a user and open what they were given', async () => {
  const sent = serve({
    'GET /club/v1/users/search': [{ id: 4, display_name: 'Hidde Bos' }],
    'GET /club/v1/users/4/scope': {
      ...{ teams: [7], age_groups: [] },
      available: { teams: [{ id: 7, name: 'JO9-1' }], age_groups: [] },
    },
  });
  show(<UsersPage />);
  const who = screen.getByRole('combobox', { name: texts.who });
  who.focus();
  fireEvent.change(who, { target: { value: 'Hidde' } });
  fireEvent.click(await screen.findByRole('option', { name: 'Hidde Bos' }));
  await screen.findByRole('dialog', { name: texts.title('Hidde Bos') });
  await screen.findByText('JO9-1');
  // The list of all accounts is the administrators'.
  expect(sent.map(({ call }) => call)).not.toContain('GET /club/v1/users');
});
