import { describe, expect, it } from 'vitest';

import type { SavedView } from '@/api/types';

import { defaultColumns } from './columns';
import { type PeopleSearch, usualSearch } from './search';
import { columnsOf, differs, fromView, openView, toView } from './views';

const search: PeopleSearch = {
  ...usualSearch,
  page: 3,
  q: 'jan',
  sort: 'lid-tot',
  order: 'desc',
  labelZonder: '3,5',
  oudLeden: '1',
};

const view: SavedView = {
  id: 7,
  owner: 1,
  owner_name: '',
  roles: [],
  count: 3,
  name: 'Zonder nieuwsbrief',
  filter: { search: 'jan', label_none: [3, 5], include_former: '1' },
  orderby: 'custom_lid-tot',
  order: 'desc',
  columns: ['email', 'age'],
};

describe('a view', () => {
  it('keeps filters, words, order and columns, and not the page', () => {
    const { filter, orderby, order, columns } = view;
    expect(toView(search, ['email', 'age'])).toEqual({ filter, orderby, order, columns });
  });

  it('opens on the first page of what it kept', () => {
    expect(fromView(view)).toEqual({ ...search, page: 1, weergave: '7' });
  });

  it('is open when the address says so', () => {
    expect(openView([view], { ...usualSearch, weergave: '7' })).toBe(view);
    expect(openView([view], { ...usualSearch, weergave: '8' })).toBeUndefined();
    const theirs = { ...view, owner: 4, owner_name: 'Anna Kok' };
    expect(fromView(theirs).weergave).toBe('4-7');
    expect(openView([theirs, view], { ...usualSearch, weergave: '7' })).toBe(view);
    expect(openView([view, theirs], { ...usualSearch, weergave: '4-7' })).toBe(theirs);
    expect(openView([view], usualSearch)).toBeUndefined();
    expect(openView(undefined, { ...usualSearch, weergave: '7' })).toBeUndefined();
  });

  it('differs once the list shows others or another order, on whichever page', () => {
    const opened = fromView(view);
    expect(differs(view, { ...opened, page: 2, aantal: 100 })).toBe(false);
    expect(differs(view, { ...opened, order: 'asc' })).toBe(true);
    expect(differs(view, { ...opened, oudLeden: '' })).toBe(true);
    expect(differs(view, { ...opened, labelZonder: '3' })).toBe(true);
  });

  it('lends the list its columns, or leaves it the user’s', () => {
    expect(columnsOf(view, ['team'])).toEqual(['email', 'age']);
    expect(columnsOf({ ...view, columns: [] }, ['team'])).toEqual(['team']);
    expect(columnsOf({ ...view, columns: ['what was'] }, ['team'])).toEqual(defaultColumns);
    expect(columnsOf(undefined, ['team'])).toEqual(['team']);
  });
});
