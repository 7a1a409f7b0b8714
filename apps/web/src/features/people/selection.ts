import type { PeopleSelection } from '@/api/people/bulk';
import type { PeopleFilter } from '@/api/people/wire';
import type { PersonRow } from '@/api/types';

export interface SelectionState {
  /** Who was selected one by one, on whichever page; none while all are. */
  people: ReadonlyMap<number, PersonRow>;
  /** Everybody whom a filter finds. */
  all: { filter: PeopleFilter; expected: number } | undefined;
  /** Where a range begins. */
  from: number | undefined;
}

export const nobody: SelectionState = { people: new Map(), all: undefined, from: undefined };

const changed = (
  people: ReadonlyMap<number, PersonRow>,
  rows: readonly PersonRow[],
  selected: boolean,
): ReadonlyMap<number, PersonRow> => {
  const next = new Map(people);
  for (const row of rows) {
    if (selected) next.set(row.id, row);
    else next.delete(row.id);
  }
  return next;
};

const sameFilter = (a: PeopleFilter, b: PeopleFilter): boolean =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

/** Whether everybody of the list that is shown is selected, beyond its page. */
export const isAllOf = ({ all }: SelectionState, filter: PeopleFilter): boolean =>
  all !== undefined && sameFilter(all.filter, filter);

export const isSelected = (state: SelectionState, filter: PeopleFilter, id: number): boolean =>
  isAllOf(state, filter) || state.people.has(id);

/**
 * One more or one less; with range everybody who is shown between the one before and this one becomes as this one does. Whoever
 * takes one of all away is left with those that are shown.
 */
export function toggled(
  state: SelectionState,
  filter: PeopleFilter,
  shown: readonly PersonRow[],
  row: PersonRow,
  range: boolean,
): SelectionState {
  const before = isAllOf(state, filter) ? changed(new Map(), shown, true) : state.people;
  const selected = !before.has(row.id);
  const from = range ? shown.findIndex(({ id }) => id === state.from) : -1;
  const to = shown.findIndex(({ id }) => id === row.id);
  const rows = from < 0 ? [row] : shown.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { people: changed(before, rows, selected), all: undefined, from: row.id };
}

/** Everybody who is shown, or nobody of them when they were already. */
export function toggledShown(
  state: SelectionState,
  filter: PeopleFilter,
  shown: readonly PersonRow[],
): SelectionState {
  if (state.all !== undefined) return nobody;
  const every = shown.every(({ id }) => isSelected(state, filter, id));
  return { people: changed(state.people, shown, !every), all: undefined, from: undefined };
}

export const everyone = (filter: PeopleFilter, expected: number): SelectionState => ({
  ...nobody,
  all: { filter, expected },
});

/** Those of the selected, or of the rows that are shown, with these numbers. */
export function only(
  state: SelectionState,
  shown: readonly PersonRow[],
  ids: readonly number[],
): SelectionState {
  const known = changed(state.people, shown, true);
  const rows = ids.map((id) => known.get(id)).filter((row) => row !== undefined);
  return { ...nobody, people: new Map(rows.map((row) => [row.id, row])) };
}

export const countOf = ({ people, all }: SelectionState): number => all?.expected ?? people.size;

export const whoOf = ({ people, all }: SelectionState): PeopleSelection =>
  all ?? { ids: [...people.keys()] };
