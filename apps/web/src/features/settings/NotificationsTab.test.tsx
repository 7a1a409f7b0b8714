// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { hasUnsaved } from '@/lib/unsaved';
import { later, refusal, serve, show } from '@/testing';
import { notificationTexts as texts } from '@/texts/notifications';

import { NotificationsTab } from './NotificationsTab';

const said = vi.spyOn(notifications, 'show').mockReturnValue('');

const path = '/club/v1/user';

/** Shows how the user is told, on a server that keeps the time and does this with the other choices. */
async function open(answer: (body: unknown) => unknown) {
  said.mockClear();
  let kept = {
    ...{ channels: ['email'], notification_time: '08:00' },
    ...{ mention_notifications: 'digest', notify_feedback: true },
  };
  const sent = serve({
    [`GET ${path}/notification-channels`]: () => kept,
    [`POST ${path}/notification-time`]: (body: unknown) => {
      kept = { ...kept, notification_time: (body as { time: string }).time };
      return { success: true, notification_time: kept.notification_time, message: '' };
    },
    [`POST ${path}/feedback-notifications`]: async (body: unknown) => {
      const given = await answer(body);
      if (!(given instanceof Response)) kept = { ...kept, ...(body as object) };
      return given;
    },
  });
  show(<NotificationsTab />);
  const time = await screen.findByLabelText<HTMLInputElement>(texts.time);
  const feedback = screen.getByRole<HTMLInputElement>('checkbox', { name: texts.feedback });
  return { time, feedback, posts: () => sent.filter(({ call }) => call.startsWith('POST')) };
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

it('leaves what was typed while it was saved, and the focus where it is', async () => {
  const { promise, resolve } = later<unknown>();
  const { time, feedback, posts } = await open(() => promise);
  type(time, '09:00');
  fireEvent.click(feedback);
  fireEvent.submit(time);
  await waitFor(() => expect(posts()).toHaveLength(2));
  time.focus();
  type(time, '10:00');
  resolve({});
  await waitFor(() => expect(said).toHaveBeenCalled());
  await waitFor(() => expect(feedback.checked).toBe(false));
  expect(time.isConnected && time.value).toBe('10:00');
  expect(document.activeElement).toBe(time);
  expect(hasUnsaved()).toBe(true);
  fireEvent.submit(time);
  await waitFor(() => expect(hasUnsaved()).toBe(false));
  expect(posts().map(({ body }) => body)).toEqual([
    { time: '09:00' },
    { notify_feedback: false },
    { time: '10:00' },
  ]);
});

it('says what was refused, and sends that alone again', async () => {
  let answer: unknown = refusal('Nee.');
  const { time, feedback, posts } = await open(() => answer);
  type(time, '09:00');
  fireEvent.click(feedback);
  fireEvent.submit(time);
  expect(await screen.findByText('Nee.')).toBeTruthy();
  expect(time.isConnected && time.value).toBe('09:00');
  expect(feedback.checked).toBe(false);
  answer = {};
  fireEvent.submit(time);
  await waitFor(() => expect(said).toHaveBeenCalled());
  expect(posts().map(({ body }) => body)).toEqual([
    { time: '09:00' },
    { notify_feedback: false },
    { notify_feedback: false },
  ]);
});
