// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { serve, show } from '@/testing';
import { countPeople } from '@/texts/people';
import { filterTexts } from '@/texts/people-filters';

import FilterDrawer from './FilterDrawer';
import { noFilters } from './filters';
import { type PeopleSearch, usualSearch } from './search';

const onSearch = vi.fn();
const onClose = vi.fn();

beforeEach(() => {
  onSearch.mockClear();
  onClose.mockClear();
});

/** The drawer on a list, once it knows what there is to choose. */
async function open(search: Partial<PeopleSearch> = {}, total?: number) {
  const sent = serve({
    'GET /club/v1/people/filter-options': {
      member_types: [
        { value: 'Bondslid', count: 1234 },
        { value: 'Donateur', count: 7 },
      ],
      age_groups: [{ value: 'Onder 13', count: 40 }],
    },
  });
  const drawer = (changed: Partial<PeopleSearch>) => (
    <FilterDrawer
      search={{ ...usualSearch, ...changed }}
      onSearch={onSearch}
      total={total}
      onClose={onClose}
    />
  );
  const page = show(drawer(search));
  await waitFor(() => expect(labels('typeLid')).toContain('Donateur (7)'));
  return { sent, go: (changed: Partial<PeopleSearch>) => page.show(drawer(changed)) };
}

const { names } = filterTexts;
const select = (id: keyof typeof names) => screen.getByLabelText<HTMLSelectElement>(names[id]);
const labels = (id: keyof typeof names) =>
  [...select(id).options].map((option) => option.textContent);
const choose = (id: keyof typeof names, value: string) =>
  fireEvent.change(select(id), { target: { value } });
const clear = () => screen.getByText(filterTexts.clear).closest('button');

it('offers what there is, with how many people have it', async () => {
  await open();
  expect(labels('typeLid')).toEqual([filterTexts.any, 'Bondslid (1.234)', 'Donateur (7)']);
  expect(labels('leeftijdsgroep')).toEqual([filterTexts.any, 'Onder 13 (40)']);
});

it('keeps a value of the address that nobody has, or that stands on no list', async () => {
  await open({ typeLid: 'Erelid', vogVerloopt: '45' });
  expect(select('typeLid').value).toBe('Erelid');
  expect(labels('typeLid')[1]).toBe('Erelid');
  expect(select('vogVerloopt').value).toBe('45');
  expect(labels('vogVerloopt').at(-1)).toBe(filterTexts.chips.vogVerloopt('45'));
});

it('changes one filter at a time', async () => {
  await open();
  choose('typeLid', 'Donateur');
  choose('birthMonth', '12');
  fireEvent.click(screen.getByLabelText(names.vogMissing));
  expect(onSearch.mock.calls).toEqual([
    [{ typeLid: 'Donateur' }],
    [{ birthMonth: '12' }],
    [{ vogMissing: '1' }],
  ]);
});

it('takes a filter away again', async () => {
  await open({ vogMissing: '1', vrijwilliger: '0' });
  const box = screen.getByLabelText<HTMLInputElement>(names.vogMissing);
  expect(box.checked).toBe(true);
  fireEvent.click(box);
  choose('vrijwilliger', '');
  expect(onSearch.mock.calls).toEqual([[{ vogMissing: '' }], [{ vrijwilliger: '' }]]);
});

it('asks for whole years of birth, in one step for the back button', async () => {
  const { go } = await open();
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type(filterTexts.birthYearFrom, '199');
  expect(onSearch).not.toHaveBeenCalled();
  type(filterTexts.birthYearFrom, '1990');
  go({ birthYear: '1990' });
  type(filterTexts.birthYearTo, '1985');
  expect(onSearch.mock.calls).toEqual([
    [{ birthYear: '1990' }, { replace: true }],
    [{ birthYear: '1985-1990' }, { replace: true }],
  ]);
});

it('has nothing to wipe without a filter, and wipes all of them', async () => {
  const { go } = await open({ q: 'jansen' });
  expect(clear()?.disabled).toBe(true);
  go({ q: 'jansen', oudLeden: '1' });
  expect(clear()?.disabled).toBe(false);
  fireEvent.click(screen.getByText(filterTexts.clear));
  expect(onSearch).toHaveBeenCalledExactlyOnceWith(noFilters);
});

it('counts former members when the list has them', async () => {
  const { sent, go } = await open();
  go({ oudLeden: '1' });
  await waitFor(() => expect(sent).toHaveLength(2));
});

it('says how many people there are, and closes on that', async () => {
  await open({}, 12);
  fireEvent.click(screen.getByText(filterTexts.show(countPeople(12))));
  expect(onClose).toHaveBeenCalledOnce();
});

it('says when the choices did not come, and keeps the others', async () => {
  serve({});
  show(<FilterDrawer search={usualSearch} onSearch={onSearch} total={1} onClose={onClose} />);
  await screen.findByText(filterTexts.optionsFailed);
  expect(labels('vrijwilliger')).toEqual([filterTexts.any, filterTexts.yes, filterTexts.no]);
});
