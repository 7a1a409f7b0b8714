import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { keys } from '@/api/keys';
import type { PeopleFilter } from '@/api/people/wire';
import type { PersonRow } from '@/api/types';

import type { BulkTarget } from './bulk/target';
import {
  countOf,
  everyone,
  isAllOf,
  isSelected,
  nobody,
  only,
  type SelectionState,
  toggled,
  toggledShown,
  whoOf,
} from './selection';

export interface Selection extends BulkTarget {
  /** Of the selected those whose rows were seen: everybody, unless a whole list is selected. */
  people: readonly PersonRow[];
  /** How many of the page that is shown are selected. */
  shown: number;
  /** Everybody of the list that is shown. */
  all: boolean;
  has: (id: number) => boolean;
  /** With range: everybody between the one before and this one. */
  toggle: (person: PersonRow, range: boolean) => void;
  /** Everyone on the page, or nobody when everyone was already. */
  toggleShown: () => void;
  selectAll: () => void;
}

/**
 * Who is selected in the list, beyond its pages and its filters. All of one list is another selection than all of the next. It is
 * kept with the answers of the server, for the way to a person and back, and forgotten with them.
 */
export function useSelection(
  rows: readonly PersonRow[],
  filter: PeopleFilter,
  total: number,
): Selection {
  const queryClient = useQueryClient();
  const [kept, setKept] = useState(
    () => queryClient.getQueryData<SelectionState>(keys.selection) ?? nobody,
  );
  const setState = (next: SelectionState) => {
    queryClient.setQueryDefaults(keys.selection, { gcTime: Infinity });
    queryClient.setQueryData(keys.selection, next);
    setKept(next);
  };
  const state = kept.all !== undefined && !isAllOf(kept, filter) ? nobody : kept;
  const has = (id: number) => isSelected(state, filter, id);
  const shown = rows.filter(({ id }) => has(id));
  const people = state.all === undefined ? [...state.people.values()] : shown;
  return {
    who: whoOf(state),
    count: countOf(state),
    nameOf: (id) => people.find((person) => person.id === id)?.name,
    people,
    shown: shown.length,
    all: state.all !== undefined,
    has,
    toggle: (person, range) => setState(toggled(state, filter, rows, person, range)),
    toggleShown: () => setState(toggledShown(state, filter, rows)),
    selectAll: () => setState(everyone(filter, total)),
    only: (ids) => setState(only(state, rows, ids)),
  };
}
