import * as v from 'valibot';
import { describe, expect, it } from 'vitest';

import { parseSearch, stringifySearch } from '@/app/search-params';

import { peopleSearchSchema, toPeopleQuery, usualSearch } from './search';

const fromAddress = (address: string) => v.parse(peopleSearchSchema, parseSearch(address));

describe('the address of the list', () => {
  it('means the usual when it is empty', () => {
    expect(fromAddress('')).toEqual(usualSearch);
    expect(usualSearch).toMatchObject({ page: 1, aantal: 50, sort: 'naam', oudLeden: 0 });
  });

  it('holds the whole state', () => {
    expect(
      fromAddress('?page=3&aantal=100&sort=lid-tot&order=desc&oudLeden=1&zoek=jan&kolommen=email'),
    ).toEqual({
      page: 3,
      aantal: 100,
      sort: 'lid-tot',
      order: 'desc',
      oudLeden: 1,
      zoek: 'jan',
      kolommen: ['email'],
    });
  });

  it.each([
    ['?page=0', { page: 1 }],
    ['?page=x', { page: 1 }],
    ['?page=1.5', { page: 1 }],
    ['?aantal=1000', { aantal: 50 }],
    ['?sort=email', { sort: 'naam' }],
    ['?sort=constructor', { sort: 'naam' }],
    ['?order=up', { order: 'asc' }],
    ['?oudLeden=ja', { oudLeden: 0 }],
    ['?kolommen=email,bestaatniet,email', { kolommen: ['email'] }],
    ['?kolommen=', { kolommen: [] }],
  ])('survives %s', (address, expected) => {
    expect(fromAddress(address)).toMatchObject(expected);
  });

  it('keeps a search of digits a text', () => {
    expect(fromAddress('?zoek=1985').zoek).toBe('1985');
  });

  it('reads back what it writes', () => {
    const search = { ...usualSearch, page: 2, zoek: 'de Vries & Zn. 100%', kolommen: ['email'] };
    const address = stringifySearch(search);
    expect(fromAddress(address)).toEqual(search);
    expect(address).toContain('kolommen=email');
  });
});

describe('the question to the server', () => {
  it('asks by the names of the contract', () => {
    expect(toPeopleQuery(usualSearch)).toEqual({
      page: 1,
      per_page: 50,
      orderby: 'last_name',
      order: 'asc',
    });
    const search = fromAddress('?sort=lid-tot&oudLeden=1&zoek=+jan+');
    expect(toPeopleQuery(search)).toMatchObject({
      orderby: 'custom_lid-tot',
      include_former: '1',
      search: 'jan',
    });
  });
});
