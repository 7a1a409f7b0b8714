// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { hasUnsaved, leaving, mayLeave } from '@/lib/unsaved';
import { later, serve, show } from '@/testing';

import { SearchTab } from './SearchTab';

const said = vi.spyOn(notifications, 'show').mockReturnValue('');

const path = '/club/v1/search/settings';

it('offers nothing that not everybody may see', async () => {
  serve({ [`GET ${path}`]: { searchable_fields: ['lidnummer'] } });
  show(<SearchTab />);
  const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox');
  const offered = boxes.map(({ value }) => value);
  expect(offered).toContain('helpdesk-id');
  expect(offered.filter((field) => /^(factuur-|_nikki_|_exclude_)/.test(field))).toEqual([]);
});

it('asks before what was ticked is left, and saves it for who says so', async () => {
  const sent = serve({
    [`GET ${path}`]: { searchable_fields: ['lidnummer'] },
    [`POST ${path}`]: { searchable_fields: [] },
  });
  show(<SearchTab />);
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { checked: true });
  fireEvent.click(box);
  expect(hasUnsaved()).toBe(true);
  fireEvent.click(box);
  expect(hasUnsaved()).toBe(false);
  fireEvent.click(box);

  const answer = mayLeave();
  leaving.settle('save');
  await expect(answer).resolves.toBe(true);
  expect(sent.at(-1)?.body).toEqual({ searchable_fields: [] });
  await waitFor(() => expect(hasUnsaved()).toBe(false));
});

it('leaves what was ticked while the others were being saved', async () => {
  said.mockClear();
  const { promise, resolve } = later<unknown>();
  const sent = serve({
    [`GET ${path}`]: { searchable_fields: ['lidnummer'] },
    [`POST ${path}`]: () => promise,
  });
  show(<SearchTab />);
  const first = await screen.findByRole<HTMLInputElement>('checkbox', { checked: true });
  fireEvent.click(first);
  fireEvent.submit(first);
  await waitFor(() => expect(sent).toHaveLength(2));
  const [other] = screen
    .getAllByRole<HTMLInputElement>('checkbox', { checked: false })
    .filter((box) => box !== first);
  if (other === undefined) throw new Error('no other field');
  fireEvent.click(other);
  resolve({ searchable_fields: [] });
  await waitFor(() => expect(said).toHaveBeenCalled());
  await waitFor(() => expect(first.checked).toBe(false));
  expect(other.checked).toBe(true);
  expect(hasUnsaved()).toBe(true);
});
