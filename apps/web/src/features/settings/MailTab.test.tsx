// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { serve, show } from '@/testing';
import { mailTexts as texts } from '@/texts/mails';
import { suppressionTexts } from '@/texts/suppressions';

import { MailTab } from './MailTab';

const said = vi.spyOn(notifications, 'show').mockReturnValue('');

const sent = {
  id: 7,
  kind: 'password-reset',
  state: 'sent',
  to: [{ name: 'Jan', email: 'jan@club.example' }],
  subject: 'Nieuw wachtwoord',
  person_id: null,
  author_name: '',
  created: '2026-11-22 13:05:00',
  modified: '2026-11-22 13:05:00',
  sent: '2026-11-22 13:05:00',
  tries: 1,
  cause: null,
};
const uncertain = { ...sent, id: 8, state: 'uncertain', cause: 'mail_lost', tries: 2 };
const to = 'jan@club.example';

it('shows what became of mails, and sends anew what is uncertain', async () => {
  const calls = serve({
    'GET /club/v1/mails': [uncertain, sent],
    'GET /club/v1/suppressions': [],
    'POST /club/v1/mails/8/send': { ...uncertain, state: 'waiting' },
  });
  show(<MailTab state={undefined} />);
  const about = await screen.findByText(/2 pogingen · De mailserver zweeg/);
  expect(about.textContent).toContain('Wachtwoord vergeten aan jan@club.example');
  const buttons = screen.getAllByLabelText(texts.sendThing(sent.subject, to));
  expect(buttons).toHaveLength(1); // what was sent is not sent again
  fireEvent.click(screen.getByLabelText(texts.sendThing(sent.subject, to)));
  await waitFor(() => expect(said).toHaveBeenCalledWith({ color: 'green', message: texts.sent }));
  expect(calls.map(({ call }) => call)).toContain('POST /club/v1/mails/8/send');
});

it('does not send an overview anew whose day is over', async () => {
  const digest = { ...sent, kind: 'digest', subject: 'Vandaag' };
  serve({
    'GET /club/v1/mails': [
      { ...digest, id: 9, state: 'failed', subject: 'Gisteren' },
      { ...digest, id: 10, state: 'retrying' },
    ],
    'GET /club/v1/suppressions': [],
  });
  show(<MailTab state={undefined} />);
  expect(await screen.findByLabelText(texts.sendThing('Vandaag', to))).toBeTruthy();
  expect(screen.queryByLabelText(texts.sendThing('Gisteren', to))).toBeNull();
});

it('says so when there is none', async () => {
  serve({ 'GET /club/v1/mails': [], 'GET /club/v1/suppressions': [] });
  show(<MailTab state="failed" />);
  expect(await screen.findByText(texts.empty)).toBeTruthy();
});

it('lets mail go to a blocked address again', async () => {
  const blocked = {
    id: 3,
    email: to,
    kind: 'hard_bounce',
    blocked: true,
    first: '2026-11-22 13:05:00',
    last: '2026-11-22 13:05:00',
  };
  const calls = serve({
    'GET /club/v1/mails': [],
    'GET /club/v1/suppressions': [blocked],
    'DELETE /club/v1/suppressions/3': { deleted: true, previous: blocked },
  });
  show(<MailTab state={undefined} />);
  expect(await screen.findByText(suppressionTexts.blocked)).toBeTruthy();
  fireEvent.click(screen.getByLabelText(suppressionTexts.liftThing(to)));
  fireEvent.click(await screen.findByRole('button', { name: suppressionTexts.lift }));
  await waitFor(() =>
    expect(calls.map(({ call }) => call)).toContain('DELETE /club/v1/suppressions/3'),
  );
});
