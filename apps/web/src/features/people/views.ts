import type { SavedView, SavedViewChange } from '@/api/types';

import { chosenColumns, type ColumnId, orderBy, readSort } from './columns';
import { fromFilterQuery } from './filters';
import { type PeopleSearch, toFilter, usualSearch } from './search';

type Shown = Required<Omit<SavedViewChange, 'name'>>;

/** What a view keeps of the list. */
export const toView = (search: PeopleSearch, columns: readonly ColumnId[]): Shown => ({
  filter: toFilter(search),
  orderby: orderBy(search.sort) ?? 'last_name',
  order: search.order,
  columns: [...columns],
});

/** The list that a view shows. */
export const fromView = ({ id, filter, orderby, order }: SavedView): PeopleSearch => ({
  ...usualSearch,
  ...fromFilterQuery(filter),
  q: filter.search ?? '',
  sort: readSort(orderby) ?? 'last_name',
  order: order === 'desc' ? 'desc' : 'asc',
  weergave: String(id),
});

/** The view that the address says is open. */
export const openView = (views: readonly SavedView[] | undefined, search: PeopleSearch) =>
  search.weergave === '' ? undefined : views?.find(({ id }) => String(id) === search.weergave);

/** Whether the list shows something else than the view does. */
export const differs = (view: SavedView, search: PeopleSearch): boolean => {
  const shown = (one: PeopleSearch) => JSON.stringify(toView(one, []));
  return shown(search) !== shown(fromView(view));
};

/** The columns of the list: those of the open view, or else the user's. */
export const columnsOf = (view: SavedView | undefined, own: readonly string[]) =>
  chosenColumns(view !== undefined && view.columns.length > 0 ? view.columns : own);
