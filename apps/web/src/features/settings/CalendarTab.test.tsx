// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { serve, show } from '@/testing';
import { calendarTexts as texts } from '@/texts/calendars';

import { CalendarTab } from './CalendarTab';

const said = vi.spyOn(notifications, 'show').mockReturnValue('');

const address = (token: string) => ({
  token,
  url: `https://club.example/calendar/${token}.ics`,
  webcal_url: `webcal://club.example/calendar/${token}.ics`,
});
const shown = () => screen.getByLabelText<HTMLInputElement>(texts.address).value;

it('shows the address of each calendar, with a code for the telephone', async () => {
  serve({
    'GET /club/v1/user/ical-url': address('aa'),
    'GET /club/v1/workspaces': [{ id: 3, title: 'Jeugd' }],
  });
  show(<CalendarTab />);
  expect(await screen.findByLabelText(texts.address)).toBeTruthy();
  expect(shown()).toBe('https://club.example/calendar/aa.ics');
  const before = screen.getByAltText<HTMLImageElement>(texts.code).src;
  fireEvent.click(screen.getByRole('combobox', { name: texts.which }));
  fireEvent.click(await screen.findByRole('option', { name: texts.workspace('Jeugd') }));
  await waitFor(() => expect(shown()).toBe('https://club.example/workspace/3/calendar/aa.ics'));
  expect(screen.getByRole('link', { name: texts.open }).getAttribute('href')).toBe(
    'webcal://club.example/workspace/3/calendar/aa.ics',
  );
  expect(screen.getByAltText<HTMLImageElement>(texts.code).src).not.toBe(before);
});

it('gives another address when it is asked twice, and then shows that', async () => {
  let token = 'aa';
  const sent = serve({
    'GET /club/v1/user/ical-url': () => address(token),
    'GET /club/v1/workspaces': [],
    'POST /club/v1/user/regenerate-ical-token': () => {
      token = 'bb';
      return { ...address(token), success: true, message: 'Een nieuw adres.' };
    },
  });
  show(<CalendarTab />);
  await screen.findByLabelText(texts.address);
  fireEvent.click(screen.getByRole('button', { name: texts.renew }));
  const renewed = () => sent.filter(({ call }) => call.startsWith('POST')).length;
  expect(await screen.findByText(texts.renewMessage)).toBeTruthy();
  expect(renewed()).toBe(0);
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: texts.renew }));
  await waitFor(() => expect(shown()).toBe('https://club.example/calendar/bb.ics'));
  expect(renewed()).toBe(1);
  expect(said).toHaveBeenCalledWith(expect.objectContaining({ message: 'Een nieuw adres.' }));
});

it('says so when the addresses do not come', async () => {
  serve({ 'GET /club/v1/workspaces': [] });
  show(<CalendarTab />);
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.queryByLabelText(texts.address)).toBeNull();
  expect(screen.getByText(texts.secretTitle)).toBeTruthy();
});
