import type { SavedView, SavedViewChange } from '@/api/types';

import { chosenColumns, type ColumnId, orderBy, readSort } from './columns';
import { fromFilterQuery } from './filters';
import { type PeopleSearch, toFilter, usualSearch } from './search';

type Shown = Required<Omit<SavedViewChange, 'name' | 'roles'>>;

/** Whether the view is the user's: those of others come with the name of who shares them. */
export const isOwn = ({ owner_name }: SavedView): boolean => owner_name === '';

/** What a view is called in an address: two users may have views of the same number. */
export const viewKey = (view: SavedView): string =>
  isOwn(view) ? String(view.id) : `${view.owner}-${view.id}`;

/** What a view keeps of the list. */
export const toView = (search: PeopleSearch, columns: readonly ColumnId[]): Shown => ({
  filter: toFilter(search),
  orderby: orderBy(search.sort) ?? 'last_name',
  order: search.order,
  columns: [...columns],
});

/** The list that a view shows. */
export const fromView = (view: SavedView): PeopleSearch => ({
  ...usualSearch,
  ...fromFilterQuery(view.filter),
  q: view.filter.search ?? '',
  sort: readSort(view.orderby) ?? 'last_name',
  order: view.order === 'desc' ? 'desc' : 'asc',
  weergave: viewKey(view),
});

/** The view that the address says is open. */
export const openView = (views: readonly SavedView[] | undefined, search: PeopleSearch) =>
  search.weergave === '' ? undefined : views?.find((view) => viewKey(view) === search.weergave);

/** Whether the list shows something else than the view does. */
export const differs = (view: SavedView, search: PeopleSearch): boolean => {
  const shown = (one: PeopleSearch) => JSON.stringify(toView(one, []));
  return shown(search) !== shown(fromView(view));
};

/** The columns of the list: those of the open view, or else the user's. */
export const columnsOf = (view: SavedView | undefined, own: readonly string[]) =>
  chosenColumns(view !== undefined && view.columns.length > 0 ? view.columns : own);
