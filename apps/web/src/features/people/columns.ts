import type { PeopleQuery } from '@/api/people';

type OrderBy = NonNullable<PeopleQuery['orderby']>;

/**
 * The columns that a user can choose, in the order in which they stand, and the field that the server sorts each by.
 * A column without one cannot be sorted. How a cell looks is in cells.tsx, what it is called in texts/people.ts.
 */
const columns = {
  email: null,
  telefoon: null,
  'type-lid': 'custom_type-lid',
  leeftijdsgroep: 'custom_leeftijdsgroep',
  lidnummer: 'custom_assoc-id',
  'lid-sinds': 'custom_lid-sinds',
  'lid-tot': 'custom_lid-tot',
  geboortedatum: 'custom_birthdate',
  woonplaats: null,
  vrijwilliger: 'custom_huidig-vrijwilliger',
  'datum-vog': 'custom_datum-vog',
  gewijzigd: 'modified',
} as const satisfies Record<string, OrderBy | null>;

export type ColumnId = keyof typeof columns;

const isColumn = (id: string): id is ColumnId => Object.hasOwn(columns, id);

export const columnIds = Object.keys(columns).filter(isColumn);

export const defaultColumns: readonly ColumnId[] = [
  'email',
  'telefoon',
  'type-lid',
  'leeftijdsgroep',
  'gewijzigd',
];

/** Known columns only, each once, in their own order. */
export const chosenColumns = (ids: readonly string[]): ColumnId[] =>
  columnIds.filter((id) => ids.includes(id));

/** The name is always there, so it is not a column to choose. */
export type SortId = 'naam' | ColumnId;

export const orderBy = (sort: SortId): OrderBy | null =>
  sort === 'naam' ? 'last_name' : columns[sort];

export const sortIds: readonly SortId[] = [
  'naam',
  ...columnIds.filter((id) => columns[id] !== null),
];
