// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { serve, show } from '@/testing';
import { welcomeTexts as texts } from '@/texts/settings-admin';

import { WelcomeCard } from './WelcomeCard';

const said = vi.spyOn(notifications, 'show').mockReturnValue('');

const welcome = {
  welcome_email_subject: 'Welkom',
  welcome_email_body: 'Dag {{voornaam}}',
  auto_send_welcome_email: true,
};

it('sends what was changed alone', async () => {
  const sent = serve({
    'GET /club/v1/provisioning/settings': welcome,
    'POST /club/v1/provisioning/settings': { ...welcome, welcome_email_subject: 'Hallo' },
  });
  show(<WelcomeCard />);
  const subject = await screen.findByLabelText(texts.subject);
  fireEvent.change(subject, { target: { value: 'Hallo' } });
  fireEvent.submit(subject);
  await waitFor(() => expect(said).toHaveBeenCalled());
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    welcome_email_subject: 'Hallo',
  });
});
