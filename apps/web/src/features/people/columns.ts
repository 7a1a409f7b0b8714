/**
 * The columns that a user can choose, in the order in which they are offered, and the field that the server sorts each
 * by. A column without one cannot be sorted. They are called as the contract calls them: the user's preferences and the
 * export have the same names. How a cell looks is in cells.tsx, what it is called in texts/people.ts.
 */
const columns = {
  email: null,
  phone: null,
  team: null,
  labels: null,
  'type-lid': 'custom_type-lid',
  leeftijdsgroep: 'custom_leeftijdsgroep',
  'assoc-id': 'custom_assoc-id',
  age: null,
  birthdate: 'custom_birthdate',
  'lid-sinds': 'custom_lid-sinds',
  'lid-tot': 'custom_lid-tot',
  city: null,
  'huidig-vrijwilliger': 'custom_huidig-vrijwilliger',
  'datum-vog': 'custom_datum-vog',
  'datum-foto': 'custom_datum-foto',
  'financiele-blokkade': 'custom_financiele-blokkade',
  isparent: 'custom_isparent',
  'helpdesk-id': 'custom_helpdesk-id',
  modified: 'modified',
} as const satisfies Record<string, string | null>;

export type ColumnId = keyof typeof columns;

export const isColumn = (id: string): id is ColumnId => Object.hasOwn(columns, id);

export const columnIds = Object.keys(columns).filter(isColumn);

export const defaultColumns: readonly ColumnId[] = [
  'email',
  'phone',
  'team',
  'type-lid',
  'leeftijdsgroep',
  'modified',
];

/** What a user chose, in their order: known columns only, each once; the usual ones when nothing is left. */
export function chosenColumns(ids: readonly string[]): readonly ColumnId[] {
  const chosen = [...new Set(ids)].filter(isColumn);
  return chosen.length === 0 ? defaultColumns : chosen;
}

/** The columns of the list as the export is asked for them; the name comes first, as on the page. */
export const exportColumns = (shown: readonly ColumnId[]): string[] => ['name', ...shown];

/** The name is always there, so it is not a column to choose; it sorts by either half. */
export const nameSorts = ['last_name', 'first_name'] as const;

export type NameSort = (typeof nameSorts)[number];

export type SortId = NameSort | ColumnId;

export const isNameSort = (sort: SortId): sort is NameSort =>
  nameSorts.some((name) => name === sort);

export const orderBy = (sort: SortId): string | null => (isNameSort(sort) ? sort : columns[sort]);

export const sortIds: readonly SortId[] = [
  ...nameSorts,
  ...columnIds.filter((id) => columns[id] !== null),
];

/** Reads a sort from an address; older links call it by the field that the server sorts by. */
export const readSort = (written: string): SortId | undefined =>
  sortIds.find((id) => id === written || orderBy(id) === written);
