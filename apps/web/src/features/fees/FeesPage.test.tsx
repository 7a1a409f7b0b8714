// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { serve, show } from '@/testing';
import { feeTexts as texts } from '@/texts/fees';

import { FeesPage } from './FeesPage';
import { type FeesSearch, usualFeesSearch } from './route';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouteContext: () => ({ me: { id: 1, is_admin: false } }),
}));
vi.mock('@/components/ButtonLink', () => ({ ButtonLink: () => null }));
vi.mock('@/components/SearchBox', () => ({ SearchBox: () => null }));

/** Shows the page in the season 2025-2026 at an address; which season the filter names. */
async function shownAt(search: Partial<FeesSearch>) {
  serve({
    'GET /club/v1/membership-fees/settings': {
      current_season: { key: '2025-2026' },
      next_season: { key: '2026-2027' },
    },
  });
  const onSearch = vi.fn();
  show(<FeesPage search={{ ...usualFeesSearch, ...search }} onSearch={onSearch} />);
  const filter = screen.getByRole<HTMLSelectElement>('combobox', { name: texts.season });
  await waitFor(() => expect(filter.options.length).toBeGreaterThan(0));
  return { filter, onSearch, name: filter.selectedOptions[0]?.text };
}

it.each([
  ['2025-2026', {}],
  ['2025-2026', { seizoen: '2025-2026' }],
  ['2024-2025', { seizoen: '2024-2025' }],
  ['2019-2020', { seizoen: '2019-2020' }],
  [texts.forecast('2026-2027'), { prognose: true }],
])('names the season that is shown: %s of %j', async (want, search) => {
  expect((await shownAt(search)).name).toBe(want);
});

it('leaves the current season out of the address', async () => {
  const { filter, onSearch } = await shownAt({ prognose: true });
  fireEvent.change(filter, { target: { value: '' } });
  expect(onSearch).toHaveBeenCalledWith({ prognose: false, seizoen: '' });
});
