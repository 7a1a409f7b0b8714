import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { keys } from '@/api/keys';
import { peopleQuery } from '@/api/people/queries';

import { type LastList, readLastList, writeLastList } from './last-list';
import { type PeopleSearch, toPeopleQuery } from './search';

/** Somebody beside a person in the last list. */
export interface Neighbour {
  id: number;
  /** The list on the page where they stand: for the link, whose state takes it along for the way back. */
  search: PeopleSearch;
}

export interface Neighbours {
  /** From 1. */
  place: number;
  total: number;
  previous: Neighbour | undefined;
  next: Neighbour | undefined;
}

/** Who stands before and after a person in the list that was shown last; undefined for who does not stand there. */
export function useNeighbours(id: number): Neighbours | undefined {
  const queryClient = useQueryClient();
  // It changes when a page is added to it, and a page is asked for by nobody else than this.
  const { data: list } = useQuery<LastList>({
    queryKey: keys.lastList,
    queryFn: () => Promise.reject(new Error('the list is only ever written')),
    enabled: false,
    gcTime: Infinity,
  });
  const at = list && placeIn(list, id);
  const beyond = list && at && missingPage(list, at);
  const { data: page } = useQuery({
    ...peopleQuery(list ? toPeopleQuery({ ...list.search, page: beyond ?? 1 }) : {}),
    enabled: beyond !== undefined,
  });

  useEffect(() => {
    const current = readLastList(queryClient);
    if (current === undefined || beyond === undefined || page?.page !== beyond) return;
    const seen = new Set(Object.values(current.pages).flat());
    // Who has moved meanwhile is not met twice.
    const ids = page.people.map((person) => person.id).filter((one) => !seen.has(one));
    writeLastList(queryClient, { ...current, pages: { ...current.pages, [beyond]: ids } });
  }, [queryClient, beyond, page]);

  if (list === undefined || at === undefined) return undefined;
  return {
    place: (at.page - 1) * list.search.aantal + at.index + 1,
    total: list.total,
    previous: beside(list, at, -1),
    next: beside(list, at, 1),
  };
}

interface Place {
  page: number;
  index: number;
}

function placeIn({ pages }: LastList, id: number): Place | undefined {
  for (const [page, ids] of Object.entries(pages)) {
    const index = ids.indexOf(id);
    if (index >= 0) return { page: Number(page), index };
  }
  return undefined;
}

/** The page beyond the edge that somebody stands at, when there is one that was not seen. */
function missingPage({ search, total, pages }: LastList, { page, index }: Place) {
  const last = Math.ceil(total / search.aantal);
  const before = index === 0 && page > 1 ? page - 1 : undefined;
  const after = index === (pages[page]?.length ?? 0) - 1 && page < last ? page + 1 : undefined;
  return [before, after].find((one) => one !== undefined && pages[one] === undefined);
}

function beside(list: LastList, { page, index }: Place, step: 1 | -1): Neighbour | undefined {
  const here = list.pages[page]?.[index + step];
  if (here !== undefined) return { id: here, search: { ...list.search, page } };
  const id = list.pages[page + step]?.at(step === 1 ? 0 : -1);
  return id === undefined ? undefined : { id, search: { ...list.search, page: page + step } };
}
