// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { PeoplePage, PersonRow } from '@/api/types';
import { serve, show } from '@/testing';

import { useRememberList } from './last-list';
import { useNeighbours } from './neighbours';
import { usualSearch } from './search';

const search = { ...usualSearch, page: 2 };

/** A page of the list, two people a page, five in all. */
const page = (number: number, ids: readonly number[]): PeoplePage => ({
  people: ids.map((id) => ({ id, name: `P${id}` }) as PersonRow),
  total: 105,
  page: number,
  total_pages: 3,
});

const shown = page(2, [51, 52]);

function Person({ id }: { id: number }) {
  const beside = useNeighbours(id);
  if (beside === undefined) return 'niet in de lijst';
  const of = beside.previous;
  return `${of?.id ?? '-'} (${of?.search.page ?? '-'}) ${beside.place} ${beside.next?.id ?? '-'}`;
}

function Both({ id }: { id: number }) {
  useRememberList(search, shown);
  return <Person id={id} />;
}

it('knows who stands beside somebody, on the page before as well', async () => {
  serve({ 'GET /club/v1/people/filtered': page(1, [49, 50]) });
  const view = show(<Both id={52} />);
  await screen.findByText(/^51 \(2\) 52 /);
  view.show(<Both id={51} />);
  await screen.findByText('50 (1) 51 52');
});

it('knows nobody beside who does not stand there', async () => {
  serve({});
  show(<Both id={7} />);
  expect(await screen.findByText('niet in de lijst')).toBeTruthy();
});
