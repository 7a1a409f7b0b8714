import { useState } from 'react';

import type { PersonRow } from '@/api/types';

export interface Selection {
  /** The selected people of the page that is shown, in its order. */
  people: readonly PersonRow[];
  has: (id: number) => boolean;
  toggle: (id: number) => void;
  /** Everyone on the page, or nobody when everyone was already. */
  toggleAll: () => void;
  only: (ids: readonly number[]) => void;
}

const nobody: ReadonlySet<number> = new Set<number>();

/** Who is selected on a page of the list. Another page or another question starts with nobody. */
export function useSelection(rows: readonly PersonRow[], question: string): Selection {
  const [asked, setAsked] = useState(question);
  const [ids, setIds] = useState(nobody);
  if (asked !== question) {
    setAsked(question);
    setIds(nobody);
  }
  const people = rows.filter(({ id }) => ids.has(id));
  return {
    people,
    has: (id) => ids.has(id),
    toggle: (id) => {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setIds(next);
    },
    toggleAll: () =>
      setIds(people.length === rows.length ? nobody : new Set(rows.map(({ id }) => id))),
    only: (chosen) => setIds(new Set(chosen)),
  };
}
