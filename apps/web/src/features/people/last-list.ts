import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { keys } from '@/api/keys';
import type { PeoplePage } from '@/api/types';

import type { PeopleSearch } from './search';

/**
 * The people list as it was shown last, for the way from one person to the next. Its order stays as it was then: whoever gets a
 * date and so leaves the list of those without one still has a next one. It is kept with the answers of the server, in memory
 * alone, and forgotten with them when somebody else signs in.
 */
export interface LastList {
  search: PeopleSearch;
  total: number;
  /** The numbers of the people, by page, as far as pages were seen. */
  pages: Readonly<Record<number, readonly number[]>>;
}

export const readLastList = (queryClient: QueryClient) =>
  queryClient.getQueryData<LastList>(keys.lastList);

export function writeLastList(queryClient: QueryClient, list: LastList): void {
  queryClient.setQueryDefaults(keys.lastList, { gcTime: Infinity });
  queryClient.setQueryData(keys.lastList, list);
}

/** Of the page that shows the list. */
export function useRememberList(search: PeopleSearch, shown: PeoplePage | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    // What still stands there of another question is no page of this one.
    if (shown === undefined || shown.people.length === 0 || shown.page !== search.page) return;
    const pages = { [search.page]: shown.people.map(({ id }) => id) };
    writeLastList(queryClient, { search, total: shown.total, pages });
  }, [queryClient, search, shown]);
}
