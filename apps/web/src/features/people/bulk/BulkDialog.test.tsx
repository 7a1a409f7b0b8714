// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { show } from '@/testing';
import { bulkTexts } from '@/texts/people-bulk';

import { BulkDialog } from './BulkDialog';
import type { BulkTarget } from './target';

const said = vi.spyOn(notifications, 'show').mockReturnValue('');

beforeEach(() => {
  said.mockClear();
  vi.useFakeTimers();
});

afterEach(() => vi.useRealTimers());

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** The dialog on a selection, and a server that answers when it is told. */
function open(count: number) {
  const selection = {
    who: { ids: ids(count) },
    nameOf: (id: number) => `P${id}`,
    count,
    only: vi.fn(),
  } satisfies BulkTarget;
  const onClose = vi.fn();
  const waiting: ((failed: readonly number[]) => void)[] = [];
  const fetch = vi.fn(async (request: Request) => {
    const body = (await request.json()) as { ids: number[] };
    return new Promise<Response>((resolve) => {
      waiting.push((failed) =>
        resolve(
          Response.json({
            success: true,
            updated: body.ids.filter((id) => !failed.includes(id)),
            failed: failed.map((id) => ({ id, error: 'Op slot.' })),
          }),
        ),
      );
    });
  });
  vi.stubGlobal('fetch', fetch);
  const page = show(
    <BulkDialog
      selection={selection}
      onClose={onClose}
      title="Titel"
      updates={{ visibility: 'shared' }}
    >
      <input aria-label="Iets" />
    </BulkDialog>,
  );
  const button = () => screen.getByText(bulkTexts.apply(count)).closest('button');
  return {
    selection,
    onClose,
    fetch,
    button,
    leave: () => page.show(null),
    apply: () => fireEvent.submit(screen.getByLabelText('Iets').closest('form') as HTMLElement),
    pass: (time: number) => act(() => vi.advanceTimersByTimeAsync(time)),
    answer: async (...failed: number[]) => {
      waiting.shift()?.(failed);
      await act(() => vi.advanceTimersByTimeAsync(0));
    },
  };
}

const busy = () => screen.getAllByRole('status', { hidden: true }).map((one) => one.textContent);
const bar = () => screen.queryByLabelText(bulkTexts.progress);

it('says that it is at work once that takes 300 ms', async () => {
  const { apply, pass, answer, onClose } = open(3);
  expect(busy()).toEqual(['']);
  apply();
  await pass(299);
  expect(busy()).toEqual(['']);
  await pass(1);
  expect(busy()).toEqual([bulkTexts.busy(3)]);
  expect(bar()).toBeNull();
  await answer();
  expect(onClose).toHaveBeenCalledOnce();
  expect(said).toHaveBeenCalledWith({ color: 'green', message: bulkTexts.done(3) });
});

it('is sent once, however often it is asked', async () => {
  const { apply, pass, button, fetch } = open(3);
  apply();
  await pass(0);
  expect(button()?.disabled).toBe(true);
  apply();
  await pass(1_000);
  expect(fetch).toHaveBeenCalledOnce();
});

it('shows how far it is when it goes in several steps', async () => {
  const { apply, pass, answer } = open(2_500);
  apply();
  await pass(300);
  expect(bar()?.getAttribute('aria-valuenow')).toBe('0');
  await answer();
  expect(bar()?.getAttribute('aria-valuenow')).toBe('40');
  expect(busy().join()).toContain('1.000 van 2.500 personen');
  await answer();
  expect(bar()?.getAttribute('aria-valuenow')).toBe('80');
});

it('names for whom it failed, and keeps them selected', async () => {
  const { apply, pass, answer, selection, onClose } = open(3);
  apply();
  await pass(0);
  await answer(2);
  expect(screen.getByRole('alert', { hidden: true }).textContent).toContain('P2: Op slot.');
  expect(selection.only).toHaveBeenCalledExactlyOnceWith([2]);
  expect(onClose).not.toHaveBeenCalled();
});

it('sends no more steps once it is left, and tells what was done', async () => {
  const { apply, pass, answer, leave, fetch, selection } = open(2_500);
  apply();
  await pass(0);
  leave();
  await answer();
  await pass(1_000);
  expect(fetch).toHaveBeenCalledOnce();
  expect(said).toHaveBeenCalledExactlyOnceWith({
    color: 'green',
    message: bulkTexts.stopped(1_000),
  });
  expect(selection.only).not.toHaveBeenCalled();
});
