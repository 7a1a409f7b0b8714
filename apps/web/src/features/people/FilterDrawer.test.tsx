// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { serve, show } from '@/testing';
import { dateTexts } from '@/texts/dates';
import { countPeople, toolbarTexts } from '@/texts/people';
import { filterTexts } from '@/texts/people-filters';

import FilterDrawer from './FilterDrawer';
import { noFilters } from './filters';
import { withPreset } from './presets';
import { type PeopleSearch, usualSearch } from './search';

const { names } = filterTexts;
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
      total: 1400,
      member_types: [
        { value: 'Bondslid', count: 1234 },
        { value: 'Donateur', count: 7 },
      ],
      age_groups: [{ value: 'Onder 13', count: 40 }],
      genders: [{ value: 'female', count: 600 }],
      functions: [{ value: 'Trainer', count: 30 }],
      cities: [{ value: 'Elzendam', count: 900 }],
      teams: [
        { id: 5, name: 'JO13-1', count: 12 },
        { id: 7, name: 'JO13-2', count: 11 },
      ],
      committees: [],
      labels: [{ id: 3, name: 'Nieuwsbrief', count: 90 }],
    },
    'GET /club/v1/groups': [],
    'GET /cms/v2/person_label': [],
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
  await screen.findByLabelText(names.vrijwilliger);
  await waitFor(() => expect(sent).not.toEqual([]));
  return { sent, go: (changed: Partial<PeopleSearch>) => page.show(drawer(changed)) };
}

const field = (id: keyof typeof names) => screen.getByLabelText(names[id], { selector: 'input' });
const select = (id: keyof typeof names) => screen.getByLabelText<HTMLSelectElement>(names[id]);
const labels = (id: keyof typeof names) =>
  [...select(id).options].map((option) => option.textContent);
const choose = (id: keyof typeof names, value: string) =>
  fireEvent.change(select(id), { target: { value } });
const clear = () => screen.getByText(toolbarTexts.clearFilters).closest('button');
const pick = async (input: HTMLElement, option: string) => {
  fireEvent.click(input);
  fireEvent.click(await screen.findByRole('option', { name: option }));
};

it('offers what there is, with how many people have it, and takes several', async () => {
  const { go } = await open();
  await pick(field('typeLid'), 'Bondslid (1.234)');
  await pick(field('team'), 'JO13-2 (11)');
  go({ team: '7' });
  await pick(field('team'), 'JO13-1 (12)');
  expect(onSearch.mock.calls).toEqual([
    [{ typeLid: 'Bondslid' }],
    [{ team: '7' }],
    [{ team: '7,5' }],
  ]);
});

it('keeps a value of the address that nobody has, or that stands on no list', async () => {
  await open({ typeLid: 'Erelid', vogVerloopt: '45' });
  expect(screen.getByText('Erelid')).toBeTruthy();
  expect(select('vogVerloopt').value).toBe('45');
  expect(labels('vogVerloopt').at(-1)).toBe(filterTexts.chips.vogVerloopt('45'));
});

it('asks for one, all or none of the labels', async () => {
  await open();
  for (const id of ['label', 'labelAlle', 'labelZonder'] as const) {
    await pick(field(id), 'Nieuwsbrief (90)');
  }
  expect(onSearch.mock.calls).toEqual([
    [{ label: '3' }],
    [{ labelAlle: '3' }],
    [{ labelZonder: '3' }],
  ]);
});

it('asks for days once they are typed to their end, in place of the season', async () => {
  const { go } = await open({ nieuw: '1', lidSinds: '~2026-06-30' });
  const { from, to } = filterTexts.periods.lidSinds;
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } });
  type(from, '1-7');
  type(from, '1-7-2027');
  expect(screen.getByText(dateTexts.endsTooSoon)).toBeTruthy();
  expect(onSearch).not.toHaveBeenCalled();
  type(from, '1-7-2025');
  go({ lidSinds: '2025-07-01~2026-06-30' });
  type(to, '');
  expect(onSearch.mock.calls).toEqual([
    [{ lidSinds: '2025-07-01~2026-06-30', nieuw: '' }, { replace: true }],
    [{ lidSinds: '2025-07-01~', nieuw: '' }, { replace: true }],
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

it('adds any field, and puts the focus there', async () => {
  await open();
  expect(screen.queryByLabelText(names.birthMonth)).toBeNull();
  await pick(screen.getByLabelText(filterTexts.add, { selector: 'input' }), names.birthMonth);
  expect(document.activeElement).toBe(select('birthMonth'));
  choose('birthMonth', '12');
  await pick(screen.getByLabelText(filterTexts.add, { selector: 'input' }), names.zonderFoto);
  expect(onSearch.mock.calls).toEqual([[{ birthMonth: '12' }], [{ zonderFoto: '1' }]]);
});

it('has the lists of every week on top', async () => {
  const { go } = await open({ team: '5' });
  const preset = () => screen.getByRole('button', { name: filterTexts.presetNames.vogMissing });
  expect(preset().getAttribute('aria-pressed')).toBe('false');
  fireEvent.click(preset());
  go(withPreset('vogMissing'));
  expect(preset().getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(preset());
  expect(onSearch.mock.calls).toEqual([
    [withPreset('vogMissing')],
    [{ ...noFilters, oudLeden: '' }],
  ]);
});

it('asks for whole years of birth, in one step for the back button', async () => {
  const { go } = await open({ birthYear: '1980' });
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type(filterTexts.birthYearFrom, '199');
  expect(onSearch).not.toHaveBeenCalled();
  type(filterTexts.birthYearFrom, '1990');
  go({ birthYear: '1990' });
  const to = screen.getAllByLabelText(filterTexts.birthYearTo).at(-1);
  if (to !== undefined) fireEvent.change(to, { target: { value: '1985' } });
  expect(onSearch.mock.calls).toEqual([
    [{ birthYear: '1990' }, { replace: true }],
    [{ birthYear: '1985-1990' }, { replace: true }],
  ]);
});

it('asks for an age, open at one end or not', async () => {
  const { go } = await open();
  fireEvent.change(screen.getByLabelText(filterTexts.ageFrom), { target: { value: '12' } });
  go({ leeftijd: '12-' });
  fireEvent.change(screen.getByLabelText(filterTexts.ageTo), { target: { value: '12' } });
  expect(onSearch.mock.calls).toEqual([
    [{ leeftijd: '12-' }, { replace: true }],
    [{ leeftijd: '12' }, { replace: true }],
  ]);
});

it('has nothing to wipe without a filter, and wipes all of them but not former members', async () => {
  const { go } = await open({ q: 'jansen', oudLeden: '1' });
  expect(clear()?.disabled).toBe(true);
  go({ q: 'jansen', oudLeden: '1', team: '5' });
  expect(clear()?.disabled).toBe(false);
  fireEvent.click(screen.getByText(toolbarTexts.clearFilters));
  expect(onSearch).toHaveBeenCalledExactlyOnceWith(noFilters);
  expect(noFilters).not.toHaveProperty('oudLeden');
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
