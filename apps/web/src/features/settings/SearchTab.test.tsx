// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { hasUnsaved, leaving, mayLeave } from '@/lib/unsaved';
import { serve, show } from '@/testing';

import { SearchTab } from './SearchTab';

vi.spyOn(notifications, 'show').mockReturnValue('');

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
