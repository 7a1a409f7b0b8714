import { useState } from 'react';

import type { PersonRow } from '@/api/types';
import { nobody, toggled, toggledShown } from '@/features/people/selection';

/** Who is chosen, beyond the pages of a list and its filters. Of rows that are of before, nobody can be chosen. */
export function useChosen(rows: readonly PersonRow[], isBefore: boolean) {
  const [state, setState] = useState(nobody);
  const choose = (next: typeof state) => {
    if (!isBefore) setState(next);
  };
  const people = [...state.people.values()];
  return {
    people,
    count: people.length,
    shown: rows.filter(({ id }) => state.people.has(id)).length,
    has: ({ id }: PersonRow) => state.people.has(id),
    toggle: (row: PersonRow, range: boolean) => choose(toggled(state, {}, rows, row, range)),
    toggleShown: () => choose(toggledShown(state, {}, rows)),
    set: (chosen: readonly PersonRow[]) =>
      setState({ ...nobody, people: new Map(chosen.map((row) => [row.id, row])) }),
  };
}

export type Chosen = ReturnType<typeof useChosen>;
