// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { serve, show } from '@/testing';
import { reminderTexts as texts } from '@/texts/reminders';

import { RemindersTab } from './RemindersTab';

const said = vi.spyOn(notifications, 'show').mockReturnValue('');

const status = (users: number, more: object = {}) => ({
  total_users: users + 1,
  scheduled_users: users,
  users: Array.from({ length: users }, (_, at) => ({
    user_id: at + 1,
    display_name: `Lid ${at + 1}`,
    next_run: '2026-11-25 09:00:00',
    next_run_timestamp: 1_795_680_000,
    sent_today: at === 0,
  })),
  current_time: '2026-11-24 10:00:00',
  current_timestamp: 1_795_597_200,
  legacy_cron_scheduled: false,
  legacy_next_run: null,
  ...more,
});
const path = '/club/v1/reminders';

it('shows when whose overview comes, and folds a long list', async () => {
  serve({ [`GET ${path}/cron-status`]: status(25) });
  show(<RemindersTab />);
  expect(await screen.findByText(texts.counts(25, 26))).toBeTruthy();
  expect(screen.getAllByText(/^Volgende: 25 nov 2026/)).toHaveLength(20);
  expect(screen.getAllByText(texts.sent)).toHaveLength(1);
});

it('sends what was not sent when it is asked twice, and plans anew', async () => {
  const sent = serve({
    [`GET ${path}/cron-status`]: status(1),
    [`POST ${path}/trigger`]: {
      success: true,
      message: 'Er zijn 3 dagoverzichten verstuurd.',
      users_processed: 5,
      notifications_sent: 3,
    },
    [`POST ${path}/reschedule-cron`]: {
      success: true,
      message: 'Opnieuw gepland.',
      users_scheduled: 1,
    },
  });
  show(<RemindersTab />);
  await screen.findByText('Lid 1');
  fireEvent.click(screen.getByRole('button', { name: texts.trigger }));
  expect(await screen.findByText(texts.triggerMessage)).toBeTruthy();
  expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(false);
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: texts.trigger }));
  const tells = (message: string) =>
    waitFor(() => expect(said).toHaveBeenCalledWith(expect.objectContaining({ message })));
  await tells('Er zijn 3 dagoverzichten verstuurd.');
  fireEvent.click(screen.getByRole('button', { name: texts.reschedule }));
  await tells('Opnieuw gepland.');
});

it('says so when nobody gets one, and when planning anew fails', async () => {
  serve({ [`GET ${path}/cron-status`]: status(0) });
  show(<RemindersTab />);
  expect(await screen.findByText(texts.empty)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: texts.reschedule }));
  expect(await screen.findByRole('alert')).toBeTruthy();
});
