import { useState } from 'react';

import type { PersonRow } from '@/api/types';
import { nobody, toggled, toggledShown } from '@/features/people/selection';

/** Who is chosen, beyond the pages of a list and its filters. */
export function useChosen(rows: readonly PersonRow[]) {
  const [state, setState] = useState(nobody);
  const people = [...state.people.values()];
  return {
    people,
    count: people.length,
    shown: rows.filter(({ id }) => state.people.has(id)).length,
    has: ({ id }: PersonRow) => state.people.has(id),
    toggle: (row: PersonRow, range: boolean) => setState(toggled(state, {}, rows, row, range)),
    toggleShown: () => setState(toggledShown(state, {}, rows)),
    set: (chosen: readonly PersonRow[]) =>
      setState({ ...nobody, people: new Map(chosen.map((row) => [row.id, row])) }),
  };
}

export type Chosen = ReturnType<typeof useChosen>;
