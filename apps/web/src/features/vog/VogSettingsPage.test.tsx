// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';

import { later, serve, show } from '@/testing';
import { vogTexts } from '@/texts/vog';

import { VogSettingsPage } from './VogSettingsPage';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouteContext: () => ({ me: { is_admin: true } }),
}));
vi.mock('./VogFrame', () => ({ VogFrame: ({ children }: { children: ReactNode }) => children }));

const said = vi.spyOn(notifications, 'show').mockReturnValue('');

const settings = {
  from_email: '',
  from_name: 'vv Elzendam',
  template_new: 'Dag',
  template_renewal: 'Dag weer',
  reminder_template_new: 'Denk eraan',
  reminder_template_renewal: 'Denk er weer aan',
  exempt_commissies: [4],
};

it('sends what was changed alone', async () => {
  const sent = serve({
    'GET /club/v1/vog/settings': settings,
    'GET /club/v1/groups': [],
    'POST /club/v1/vog/settings': {
      ...settings,
      from_name: 'Secretariaat',
      people_recalculated: false,
    },
  });
  show(<VogSettingsPage />);
  const name = await screen.findByLabelText(vogTexts.settings.name);
  fireEvent.change(name, { target: { value: 'Secretariaat' } });
  fireEvent.submit(name);
  await waitFor(() => expect(said).toHaveBeenCalled());
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    from_name: 'Secretariaat',
  });
});

it('leaves what was typed while it was being saved', async () => {
  said.mockClear();
  const { promise, resolve } = later<unknown>();
  const sent = serve({
    'GET /club/v1/vog/settings': settings,
    'GET /club/v1/groups': [],
    'POST /club/v1/vog/settings': () => promise,
  });
  show(<VogSettingsPage />);
  const name = await screen.findByLabelText(vogTexts.settings.name);
  const text = screen.getByLabelText<HTMLTextAreaElement>(vogTexts.settings.template_new);
  fireEvent.change(name, { target: { value: 'Secretariaat' } });
  fireEvent.submit(name);
  await waitFor(() => expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(true));
  fireEvent.change(text, { target: { value: 'Dag allemaal' } });
  resolve({ ...settings, from_name: 'Secretariaat', people_recalculated: false });
  await waitFor(() => expect(said).toHaveBeenCalled());
  expect(text.value).toBe('Dag allemaal');
});
