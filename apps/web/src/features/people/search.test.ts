import * as v from 'valibot';
import { describe, expect, it } from 'vitest';

import { parseSearch, stringifySearch } from '@/app/search-params';

import { activeFilters, fromFilterQuery, noFilters, withFilter } from './filters';
import { isPreset, withPreset } from './presets';
import { peopleSearchSchema, toFilter, toListQuery, toPeopleQuery, usualSearch } from './search';

const fromAddress = (address: string) => v.parse(peopleSearchSchema, parseSearch(address));

/** Every filter with a value, in the order of the address. */
const everyFilter = {
  team: '5,7',
  commissie: '1000',
  functie: 'Trainer~Leider, assistent',
  label: '3',
  labelAlle: '4,5',
  labelZonder: '6',
  typeLid: 'Lid van Verdienste~Senior, recreatief',
  leeftijdsgroep: 'Onder 13 Meiden',
  oudLeden: '1',
  alleenOud: '1',
  lidTot: '1',
  lidSinds: '2020-01-01~2020-12-31',
  nieuw: '',
  lidTotDag: '',
  gestopt: '1',
  leeftijd: '12-17',
  birthYear: '1990-1999',
  birthMonth: '2',
  geslacht: 'female~other',
  woonplaats: 'Elzendam',
  vrijwilliger: '0',
  blokkade: '1',
  ouder: '0',
  overleden: '1',
  vogNodig: '1',
  vogMissing: '1',
  vogOuder: '3',
  vogVerloopt: '45',
  vogType: 'vernieuwing',
  vogMail: 'not_sent',
  vogJustis: 'submitted',
  vogHerinnering: 'sent',
  zonderEmail: '1',
  zonderTelefoon: '1',
  zonderFoto: '1',
  fotoMissing: '1',
  modified: '365',
  eigenaar: 'shared',
} as const;

describe('the address of the list', () => {
  it('means the usual when it is empty', () => {
    expect(fromAddress('')).toEqual(usualSearch);
    expect(usualSearch).toEqual({
      page: 1,
      aantal: 50,
      sort: 'last_name',
      order: 'asc',
      q: '',
      weergave: '',
      oudLeden: '',
      ...noFilters,
    });
    expect(activeFilters(usualSearch)).toEqual([]);
  });

  it('holds the whole state', () => {
    const address = `?page=3&aantal=100&sort=lid-tot&order=desc&q=jan&${new URLSearchParams(everyFilter).toString()}`;
    expect(fromAddress(address)).toEqual({
      page: 3,
      aantal: 100,
      sort: 'lid-tot',
      order: 'desc',
      q: 'jan',
      weergave: '',
      ...everyFilter,
    });
    const counted = Object.keys(everyFilter).filter(
      (id) => !['oudLeden', 'nieuw', 'lidTotDag'].includes(id),
    );
    expect(activeFilters(fromAddress(address))).toEqual(counted);
  });

  it.each([
    ['page=0', { page: 1 }],
    ['page=x', { page: 1 }],
    ['page=1.5', { page: 1 }],
    ['page=99999999999999999999', { page: 1 }],
    ['aantal=1000', { aantal: 50 }],
    ['sort=x', { sort: 'last_name' }],
    ['sort=constructor', { sort: 'last_name' }],
    ['order=up', { order: 'asc' }],
    [`q=${'x'.repeat(201)}`, { q: '' }],
    ['oudLeden=ja', { oudLeden: '' }],
    ['oudLeden=0', { oudLeden: '' }],
    ['birthYear=85', { birthYear: '' }],
    ['birthYear=1985-', { birthYear: '' }],
    ['birthYear=1899', { birthYear: '' }],
    ['birthYear=1990-2101', { birthYear: '' }],
    ['birthYear=1990-1995-2000', { birthYear: '' }],
    ['birthMonth=13', { birthMonth: '' }],
    ['birthMonth=02', { birthMonth: '' }],
    ['modified=8', { modified: '' }],
    ['vrijwilliger=2', { vrijwilliger: '' }],
    ['vogOuder=4', { vogOuder: '' }],
    ['vogVerloopt=0', { vogVerloopt: '' }],
    ['vogVerloopt=366', { vogVerloopt: '' }],
    ['vogVerloopt=1e2', { vogVerloopt: '' }],
    ['vogType=toString', { vogType: '' }],
    ['eigenaar=all', { eigenaar: '' }],
    [`typeLid=${'x'.repeat(201)}`, { typeLid: '' }],
    ['team=x', { team: '' }],
    ['team=1,0', { team: '' }],
    [`team=${Array.from({ length: 51 }, (_, index) => index + 1).join(',')}`, { team: '' }],
    [`functie=a~${'x'.repeat(201)}`, { functie: '' }],
    ['labelAlle=x', { labelAlle: '' }],
    ['lidSinds=~', { lidSinds: '' }],
    ['lidSinds=2020-01-01', { lidSinds: '' }],
    ['lidSinds=2020-02-30~', { lidSinds: '' }],
    ['lidTotDag=season~', { lidTotDag: '' }],
    ['geslacht=male~x', { geslacht: '' }],
    ['leeftijd=151', { leeftijd: '' }],
    ['leeftijd=-', { leeftijd: '' }],
    ['leeftijd=1-2-3', { leeftijd: '' }],
    ['weergave=0', { weergave: '' }],
    ['weergave=x', { weergave: '' }],
    ['__proto__=1&kolommen=email', {}],
  ])('ignores %s', (address, expected) => {
    expect(fromAddress(`?${address}`)).toEqual({ ...usualSearch, ...expected });
  });

  it.each([
    ['sort=modified', 'modified'],
    ['sort=first_name', 'first_name'],
    ['sort=custom_lid-tot', 'lid-tot'],
    ['sort=custom_huidig-vrijwilliger', 'huidig-vrijwilliger'],
  ])('sorts by %s', (address, sort) => {
    expect(fromAddress(`?${address}`).sort).toBe(sort);
  });

  it.each([
    ['1985', '1985'],
    ['1990-1999', '1990-1999'],
    ['1999-1990', '1990-1999'],
    ['1985-1985', '1985'],
  ])('reads the years of birth %s', (written, expected) => {
    expect(fromAddress(`?birthYear=${written}`).birthYear).toBe(expected);
  });

  it.each([
    ['typeLid=Senior, recreatief', { typeLid: 'Senior, recreatief' }],
    ['typeLid=A~~A~B', { typeLid: 'A~B' }],
    ['team=7,5,7', { team: '7,5' }],
    ['leeftijd=-17', { leeftijd: '-17' }],
    ['leeftijd=18-', { leeftijd: '18-' }],
    ['weergave=12', { weergave: '12' }],
  ])('reads %s', (address, expected) => {
    expect(fromAddress(`?${address}`)).toEqual({ ...usualSearch, ...expected });
  });

  it('keeps a search of digits a text', () => {
    expect(fromAddress('?q=1985').q).toBe('1985');
  });

  it('reads back what it writes', () => {
    const search = { ...usualSearch, ...everyFilter, page: 2, q: 'de Vries & Zn. 100%' };
    expect(fromAddress(stringifySearch(search))).toEqual(search);
  });
});

describe('the question to the server', () => {
  it('asks by the names of the contract, and nothing that is not asked', () => {
    expect(toPeopleQuery(usualSearch)).toEqual({
      page: 1,
      per_page: 50,
      orderby: 'last_name',
      order: 'asc',
    });
    expect(toPeopleQuery({ ...usualSearch, ...everyFilter, sort: 'lid-tot', q: ' jan ' })).toEqual({
      page: 1,
      per_page: 50,
      orderby: 'custom_lid-tot',
      order: 'asc',
      search: 'jan',
      team: [5, 7],
      commissie: [1000],
      functie: ['Trainer', 'Leider, assistent'],
      label: [3],
      label_all: [4, 5],
      label_none: [6],
      type_lid: ['Lid van Verdienste', 'Senior, recreatief'],
      leeftijdsgroep: ['Onder 13 Meiden'],
      include_former: '1',
      former_member: '1',
      lid_tot_future: '1',
      lid_sinds_from: '2020-01-01',
      lid_sinds_to: '2020-12-31',
      lid_tot_from: 'season',
      lid_tot_to: 'season',
      age_from: '12',
      age_to: '17',
      gender: ['female', 'other'],
      woonplaats: ['Elzendam'],
      isparent: '0',
      is_deceased: '1',
      email_missing: '1',
      telefoon_missing: '1',
      photo_missing: '1',
      birth_year_from: '1990',
      birth_year_to: '1999',
      birth_month: '2',
      huidig_vrijwilliger: '0',
      financiele_blokkade: '1',
      vog_required: '1',
      vog_missing: '1',
      vog_older_than_years: '3',
      vog_expiring_within_days: '45',
      vog_type: 'vernieuwing',
      vog_email_status: 'not_sent',
      vog_justis_status: 'submitted',
      vog_reminder_status: 'sent',
      foto_missing: '1',
      modified_days: '365',
      ownership: 'shared',
    });
  });

  it('asks for one year by its beginning alone', () => {
    const query = toListQuery(fromAddress('?birthYear=1985'));
    expect(query).toMatchObject({ birth_year_from: '1985' });
    expect(query).not.toHaveProperty('birth_year_to');
  });
});

describe('the filters of a question', () => {
  it('are those that it was made of', () => {
    const search = { ...usualSearch, ...everyFilter };
    expect(fromFilterQuery(toFilter(search))).toEqual(everyFilter);
    for (const one of ['16', '18-', '-17', '12-17', '']) {
      expect(fromFilterQuery(toFilter({ ...usualSearch, leeftijd: one })).leeftijd).toBe(one);
    }
    for (const one of ['1985', '1985-1990', '']) {
      expect(fromFilterQuery(toFilter({ ...usualSearch, birthYear: one })).birthYear).toBe(one);
    }
  });

  it('are left out where the page has none for them', () => {
    const asked = { vog_older_than_years: '4', lid_sinds_from: 'x', birth_month: '2' };
    expect(fromFilterQuery(asked)).toEqual({ ...noFilters, oudLeden: '', birthMonth: '2' });
  });

  it('put one list of labels where its mode says', () => {
    const asked = (label_mode?: 'any' | 'all' | 'none') =>
      fromFilterQuery({ label: [3], label_mode });
    expect(asked()).toMatchObject({ label: '3', labelAlle: '', labelZonder: '' });
    expect(asked('all')).toMatchObject({ label: '', labelAlle: '3', labelZonder: '' });
    expect(asked('none')).toMatchObject({ label: '', labelAlle: '', labelZonder: '3' });
  });

  it('ask for days in place of the season', () => {
    const both = fromAddress('?nieuw=1&lidSinds=2020-01-01~');
    expect(activeFilters(both)).toEqual(['lidSinds']);
    expect(toListQuery(both)).toMatchObject({ lid_sinds_from: '2020-01-01' });
    for (const one of ['2020-01-01~', '~2020-12-31', '2020-01-01~2020-12-31']) {
      const search = { ...usualSearch, lidTotDag: one };
      expect(fromFilterQuery(toFilter(search)).lidTotDag).toBe(one);
    }
  });
});

describe('a preset', () => {
  it('is a list with its filters and no others', () => {
    const chosen = { ...{ ...usualSearch, q: 'jan', team: '5' }, ...withPreset('vogMissing') };
    expect(activeFilters(chosen)).toEqual(['vogNodig', 'vogMissing']);
    expect(chosen.q).toBe('jan');
    expect(isPreset(chosen, 'vogMissing')).toBe(true);
    expect(isPreset({ ...chosen, team: '5' }, 'vogMissing')).toBe(false);
    expect(isPreset(usualSearch, 'vogMissing')).toBe(false);
    expect(withPreset('gestopt')).toMatchObject({ gestopt: '1', oudLeden: '1' });
  });
});

describe('a filter of the form', () => {
  it('is changed and taken away without the others', () => {
    expect(withFilter('birthMonth', '2')).toEqual({ birthMonth: '2' });
    expect(withFilter('birthMonth', '')).toEqual({ birthMonth: '' });
    expect(withFilter('vogType', 'iets anders')).toEqual({ vogType: '' });
  });
});
