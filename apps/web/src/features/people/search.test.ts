import * as v from 'valibot';
import { describe, expect, it } from 'vitest';

import { parseSearch, stringifySearch } from '@/app/search-params';

import { activeFilters, noFilters, withFilter } from './filters';
import { peopleSearchSchema, toListQuery, toPeopleQuery, usualSearch } from './search';

const fromAddress = (address: string) => v.parse(peopleSearchSchema, parseSearch(address));

/** Every filter with a value, in the order of the form. */
const everyFilter = {
  typeLid: 'Lid van Verdienste',
  leeftijdsgroep: 'Onder 13 Meiden',
  oudLeden: '1',
  lidTot: '1',
  birthYear: '1990-1999',
  birthMonth: '2',
  vrijwilliger: '0',
  blokkade: '1',
  vogMissing: '1',
  vogOuder: '3',
  vogVerloopt: '45',
  vogType: 'vernieuwing',
  vogMail: 'not_sent',
  vogJustis: 'submitted',
  vogHerinnering: 'sent',
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
      ...everyFilter,
    });
    expect(activeFilters(fromAddress(address))).toEqual(Object.keys(everyFilter));
  });

  it.each([
    ['page=0', { page: 1 }],
    ['page=x', { page: 1 }],
    ['page=1.5', { page: 1 }],
    ['page=99999999999999999999', { page: 1 }],
    ['aantal=1000', { aantal: 50 }],
    ['sort=email', { sort: 'last_name' }],
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
      type_lid: 'Lid van Verdienste',
      leeftijdsgroep: 'Onder 13 Meiden',
      include_former: '1',
      lid_tot_future: '1',
      birth_year_from: '1990',
      birth_year_to: '1999',
      birth_month: '2',
      huidig_vrijwilliger: '0',
      financiele_blokkade: '1',
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

describe('a filter of the form', () => {
  it('is changed and taken away without the others', () => {
    expect(withFilter('birthMonth', '2')).toEqual({ birthMonth: '2' });
    expect(withFilter('birthMonth', '')).toEqual({ birthMonth: '' });
    expect(withFilter('vogType', 'iets anders')).toEqual({ vogType: '' });
  });
});
