// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { Shift } from '@/api/types';
import { later, outdated, refusal, serve, show, triesToClose } from '@/testing';
import { commonTexts } from '@/texts/common';
import { shiftTexts as texts } from '@/texts/shifts';

import ShiftDialog from './ShiftDialog';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouteContext: () => ({ me: { id: 1, is_admin: true, capabilities: [] } }),
}));
vi.spyOn(notifications, 'show').mockReturnValue('');

const shift = (etag: string) => {
  const some: Partial<Shift> = {
    ...{ id: 5, etag, title: 'Bar', place: '', date: '2026-12-05', start: '10:00', end: '12:00' },
    ...{ capacity: 2, filled: 0, assignments: [], status: 'open', published: true, mine: false },
  };
  return some as Shift;
};

const ask = async () => {
  fireEvent.click(await screen.findByRole('button', { name: texts.remove }));
  return within(await screen.findByRole('dialog', { name: texts.removeTitle }));
};

it('removes no shift that changed since the question was asked', async () => {
  let stands = '"1"'; // then somebody signs up
  const meant: (string | null)[] = [];
  serve({
    'GET /club/v1/shifts/5': () => shift(stands),
    'DELETE /club/v1/shifts/5': (_body: unknown, etag: string | null) => {
      meant.push(etag);
      return etag === stands ? shift(stands) : outdated('Carla');
    },
  });
  const onClose = vi.fn();
  show(<ShiftDialog id={5} onClose={onClose} />);
  const first = await ask();
  stands = '"2"';
  fireEvent.click(first.getByRole('button', { name: texts.remove }));
  expect(await first.findByText('Intussen gewijzigd.')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();

  fireEvent.click(first.getByRole('button', { name: commonTexts.cancel }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: texts.removeTitle })).toBeNull());
  fireEvent.click((await ask()).getByRole('button', { name: texts.remove }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(meant).toEqual(['"1"', '"2"']);
});

it('says that who comes hears nothing of a removal by itself', async () => {
  serve({ 'GET /club/v1/shifts/5': { ...shift('"1"'), filled: 1 } });
  show(<ShiftDialog id={5} onClose={vi.fn()} />);
  expect((await ask()).getByText(new RegExp(texts.tellFirst))).toBeTruthy();
});

it.each([
  [1, 1],
  [0, 0],
])('says so of a shift that is called off: %d come', async (filled, told) => {
  serve({ 'GET /club/v1/shifts/5': { ...shift('"1"'), filled, status: 'cancelled' } });
  show(<ShiftDialog id={5} onClose={vi.fn()} />);
  await screen.findByRole('button', { name: texts.reopen });
  expect(screen.queryAllByText(texts.tellThem)).toHaveLength(told);
});

it('stays while a change is on its way, and then says that it failed', async () => {
  const { promise, resolve } = later<Response>();
  serve({ 'GET /club/v1/shifts/5': shift('"1"'), 'PUT /club/v1/shifts/5': () => promise });
  const onClose = vi.fn();
  show(<ShiftDialog id={5} onClose={onClose} />);
  fireEvent.click(await screen.findByRole('button', { name: texts.hide }));
  await triesToClose(texts.hide);
  expect(onClose).not.toHaveBeenCalled();
  resolve(refusal('Nee.'));
  expect(await screen.findByText('Nee.')).toBeTruthy();
  await waitFor(() => {
    fireEvent.click(screen.getByRole('button', { name: commonTexts.close }));
    expect(onClose).toHaveBeenCalled();
  });
});

it('stays while somebody is taken from it', async () => {
  const worker = { person_id: 7, name: 'Ans Bos', can_open: false, fills: true };
  const { promise, resolve } = later<unknown>();
  serve({
    'GET /club/v1/shifts/5': { ...shift('"1"'), assignments: [worker] },
    'DELETE /club/v1/shifts/5/assignments/7': () => promise,
  });
  const onClose = vi.fn();
  show(<ShiftDialog id={5} onClose={onClose} />);
  fireEvent.click(await screen.findByRole('button', { name: texts.release(worker.name) }));
  await triesToClose(texts.release(worker.name));
  expect(onClose).not.toHaveBeenCalled();
  resolve(shift('"2"'));
});
