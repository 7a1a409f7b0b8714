// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { serve, show } from '@/testing';
import { erasureTexts } from '@/texts/erasure';

import { KeepTab } from './KeepTab';

const { list: texts } = erasureTexts;

const said = vi.spyOn(notifications, 'show').mockReturnValue('');

const planned = {
  id: 4,
  person: 70,
  name: 'Wessel Oudshoorn',
  state: 'planned',
  cause: 'asked',
  asked: '2026-11-17 14:05:00',
  by: 'Jan Beheer',
  due: '2026-12-17 14:05:00',
  ended: '',
  open: [],
  parts: [],
};

const part = { kind: 'notes', title: 'Notities', why: 'Worden gewist.' };

const destroyed = {
  ...planned,
  id: 3,
  person: 69,
  name: '',
  state: 'destroyed',
  ended: '2026-11-15 04:00:00',
  parts: [
    { ...part, fate: 'goes', count: 5 },
    { ...part, kind: 'invoices', fate: 'stays', count: 2 },
  ],
};

it('tells who is to be erased, by whom and when, and of who was a number alone', async () => {
  serve({ 'GET /club/v1/erasures': [planned, destroyed] });
  show(<KeepTab />);
  expect(await screen.findByText('Wessel Oudshoorn')).toBeTruthy();
  expect(screen.getByText(texts.due('17 nov 2026', 'Jan Beheer', '17 dec 2026'))).toBeTruthy();
  expect(screen.getByText(texts.gone(69))).toBeTruthy();
  expect(screen.getByText(texts.destroyed('15 nov 2026', 5))).toBeTruthy();
  expect(screen.getAllByRole('button')).toHaveLength(1);
});

it('says that it waits, and for which invoices', async () => {
  serve({ 'GET /club/v1/erasures': [{ ...planned, open: ['2026C7', '2026C9'] }] });
  show(<KeepTab />);
  expect(await screen.findByText(texts.states.waiting)).toBeTruthy();
  expect(screen.getByText(/17 dec 2026.*: 2026C7, 2026C9\./)).toBeTruthy();
});

it('brings somebody back, and says so', async () => {
  const sent = serve({
    'GET /club/v1/erasures': [planned],
    'DELETE /club/v1/erasures/4': { ...planned, state: 'withdrawn', ended: '2026-11-20 10:00:00' },
  });
  show(<KeepTab />);
  fireEvent.click(await screen.findByLabelText(texts.withdrawThing('Wessel Oudshoorn')));
  await waitFor(() =>
    expect(said).toHaveBeenCalledWith({ color: 'green', message: texts.back('Wessel Oudshoorn') }),
  );
  expect(sent.map(({ call }) => call)).toContain('DELETE /club/v1/erasures/4');
});

it('says why somebody does not come back', async () => {
  const message = 'Deze wissing is al uitgevoerd of teruggedraaid.';
  const ended = Response.json(
    { code: 'erasure_ended', message, data: { status: 409 } },
    { status: 409 },
  );
  serve({ 'GET /club/v1/erasures': [planned], 'DELETE /club/v1/erasures/4': ended });
  show(<KeepTab />);
  fireEvent.click(await screen.findByLabelText(texts.withdrawThing('Wessel Oudshoorn')));
  await waitFor(() =>
    expect(said).toHaveBeenLastCalledWith(expect.objectContaining({ color: 'red', message })),
  );
});

it('says so when nobody was erased', async () => {
  serve({ 'GET /club/v1/erasures': [] });
  show(<KeepTab />);
  expect(await screen.findByText(texts.empty)).toBeTruthy();
});
