import type { PersonRow } from '@/api/types';
import type { TableColumn } from '@/components/table/Table';

/**
 * The columns that a user can choose, in the order in which they are offered, and the field that the server sorts each
 * by. A column without one cannot be sorted. They are called as the contract calls them: the user's preferences and the
 * export have the same names. How a cell looks is in cells.tsx, what it is called in texts/people.ts.
 */
const columns = {
  email: 'email',
  phone: null,
  team: 'team',
  labels: null,
  'type-lid': 'custom_type-lid',
  leeftijdsgroep: 'custom_leeftijdsgroep',
  'assoc-id': 'custom_assoc-id',
  age: 'age',
  birthdate: 'custom_birthdate',
  'lid-sinds': 'custom_lid-sinds',
  'lid-tot': 'custom_lid-tot',
  city: 'city',
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
  'leeftijdsgroep',
  'age',
];

/** What a user chose, in their order: known columns only, each once; the usual ones when nothing is left. */
export function chosenColumns(ids: readonly string[]): readonly ColumnId[] {
  const chosen = [...new Set(ids)].filter(isColumn);
  return chosen.length === 0 ? defaultColumns : chosen;
}

/** How wide they are where nobody chose a width; texts that tell people apart are given theirs by what is in them. */
export const columnWidths: Record<
  ColumnId,
  Pick<TableColumn<PersonRow>, 'width' | 'grows' | 'number'>
> = {
  email: { width: '18rem', grows: true },
  phone: { width: '8.75rem' },
  team: { width: 'clamp(10.5rem, 15cqi, 16rem)' },
  labels: { width: '10rem' },
  'type-lid': { width: '9rem' },
  leeftijdsgroep: { width: '9.5rem' },
  'assoc-id': { width: '8rem' },
  age: { width: '7rem', number: true },
  birthdate: { width: '9.5rem' },
  'lid-sinds': { width: '8.5rem' },
  'lid-tot': { width: '8.5rem' },
  city: { width: '10rem' },
  'huidig-vrijwilliger': { width: '8rem' },
  'datum-vog': { width: '8.5rem' },
  'datum-foto': { width: '8.5rem' },
  'financiele-blokkade': { width: '12rem' },
  isparent: { width: '6rem' },
  'helpdesk-id': { width: '10rem' },
  modified: { width: '10.5rem' },
};

/** Wide enough for the longest name, so that none is cut; in steps, so that leafing through does not move the columns. */
export function nameWidth(people: readonly Pick<PersonRow, 'name' | 'former_member'>[]): string {
  const letters = people.map(({ name, former_member }) => name.length + (former_member ? 10 : 0));
  const longest = Math.max(12, ...letters);
  return `${Math.min(24, 4.5 + Math.ceil(longest / 4) * 2)}rem`;
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
