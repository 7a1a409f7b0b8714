import { useEffect } from 'react';

import { useNoteOpened } from '@/api/favorites';

/** Whoever leafs through people has not opened all of them. */
const glance = 1_000;

/** Notes that somebody is looked at, for the search to begin with. */
export function useOpened(id: number): void {
  const { mutate } = useNoteOpened();
  useEffect(() => {
    const timer = setTimeout(() => mutate(id), glance);
    return () => clearTimeout(timer);
  }, [id, mutate]);
}
