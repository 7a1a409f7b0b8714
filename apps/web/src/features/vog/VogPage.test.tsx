// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';

import { later, serve, show } from '@/testing';
import { commonTexts } from '@/texts/common';
import { peopleTexts } from '@/texts/people';
import { selectionTexts } from '@/texts/people-selection';
import { tableTexts } from '@/texts/table';
import { vogTexts as texts } from '@/texts/vog';

import { usualVogSearch, type VogSearch } from './search';
import { VogPage } from './VogPage';

vi.mock('@/components/links', () => ({
  AnchorLink: ({ children }: { children: ReactNode }) => <a href="#person">{children}</a>,
}));
vi.mock('./VogFrame', () => ({ VogFrame: ({ children }: { children: ReactNode }) => children }));

const person = (id: number, name: string) => ({
  id,
  name,
  acf: {
    'datum-vog': '',
    vog_email_sent_date: '',
    vog_justis_submitted_date: '',
    vog_reminder_sent_date: '',
  },
});

const ans = person(7, 'Ans Bos');
const bas = person(8, 'Bas Eik');
const listed = (people: unknown[], total = people.length, total_pages = 1) => ({
  people,
  total,
  total_pages,
});

const path = 'GET /club/v1/people/filtered';
const overview = {
  'GET /club/v1/vog/overview': {
    missing_or_expired_not_requested: 2,
    missing_or_expired_requested: 0,
    not_mailed: 2,
    mailed: 0,
  },
};

const onSearch = vi.fn();
beforeEach(() => void onSearch.mockReset());

const page = (search: Partial<VogSearch> = {}) => (
  <VogPage search={{ ...usualVogSearch, ...search }} onSearch={onSearch} />
);

it('leads back from a page that is not there any more', async () => {
  serve({ ...overview, [path]: listed([], 130, 2) });
  show(page({ pagina: 3 }));
  fireEvent.click(await screen.findByRole('button', { name: peopleTexts.toLastPage }));
  expect(onSearch).toHaveBeenCalledExactlyOnceWith({ pagina: 2 });
});

it('tells that everybody was written to, also when nobody is left in the list', async () => {
  let people = [ans, bas];
  serve({
    ...overview,
    [path]: () => listed(people),
    'POST /club/v1/vog/bulk-send': ({ ids }: { ids: number[] }) => {
      people = [];
      return { results: ids.map((id) => ({ id, success: true, error: '' })) };
    },
  });
  show(page({ stap: 'aanschrijven' }));
  fireEvent.click(await screen.findByRole('checkbox', { name: selectionTexts.selectAll }));
  fireEvent.click(screen.getByRole('button', { name: texts.deeds.send.action }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: texts.deeds.send.start }));
  await screen.findByText(texts.none);
  expect(await screen.findByText(texts.deeds.send.done(2))).toBeTruthy();
});

it('lets people be chosen on a phone, one by one and all', async () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  serve({ ...overview, [path]: listed([ans, bas]) });
  show(page());
  const list = within(await screen.findByRole('list', { name: texts.list }));
  fireEvent.click(list.getByRole('checkbox', { name: selectionTexts.select(ans.name) }));
  expect(screen.getByText(texts.selected(1))).toBeTruthy();
  fireEvent.click(await screen.findByRole('checkbox', { name: selectionTexts.selectAll }));
  expect(screen.getByText(texts.selected(2))).toBeTruthy();
  expect(screen.getByRole('button', { name: texts.deeds.send.action })).toBeTruthy();
});

it('says that rows are those of before another filter, and lets nobody of them be chosen', async () => {
  const { promise, resolve } = later<unknown>();
  let answer: unknown = listed([ans]);
  serve({ ...overview, [path]: () => answer });
  const { show: change } = show(page());
  const box = await screen.findByRole('checkbox', { name: selectionTexts.select(ans.name) });
  answer = promise;
  change(page({ stap: 'aanschrijven' }));
  await screen.findByRole('progressbar', { name: commonTexts.loading });
  fireEvent.click(box);
  fireEvent.click(screen.getByRole('checkbox', { name: selectionTexts.selectAll }));
  expect(screen.queryByRole('region', { name: texts.selection })).toBeNull();
  resolve(listed([bas]));
  fireEvent.click(await screen.findByRole('checkbox', { name: selectionTexts.select(bas.name) }));
  expect(screen.getByText(texts.selected(1))).toBeTruthy();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

it('is sorted on a phone, too', async () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  serve({ ...overview, [path]: listed([ans, bas]) });
  show(page({ order: 'desc' }));
  const by = await screen.findByRole('combobox', { name: tableTexts.sort });
  fireEvent.change(by, { target: { value: 'custom_datum-vog' } });
  expect(onSearch).toHaveBeenCalledExactlyOnceWith({
    sort: 'custom_datum-vog',
    order: 'desc',
    pagina: 1,
  });
});
