import { infiniteQueryOptions } from '@tanstack/react-query';

import { api, takePage } from './client';
import { keys } from './keys';
import type { AuditKind } from './types';

const perPage = 50;

/** What of the log is looked at. */
export interface LogFilter {
  kind?: AuditKind;
  /** A user's number. */
  actor?: number;
  /** Such as person:12. */
  object?: string;
  /** Days. */
  from?: string;
  to?: string;
}

/** What happened in the club, newest first, as far as it was asked for. */
export const logQuery = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: keys.log.of(filter),
    queryFn: ({ pageParam, signal }) =>
      takePage(
        api.GET('/club/v1/audit', {
          params: { query: { page: pageParam, per_page: perPage, ...filter } },
          signal,
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ pages }, _all, page) => (page < pages ? page + 1 : undefined),
    staleTime: 0,
  });

/** Who changed what of somebody, newest first. */
export const changesQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: keys.log.changes(id),
    queryFn: ({ pageParam, signal }) =>
      takePage(
        api.GET('/club/v1/people/{id}/changes', {
          params: { path: { id }, query: { page: pageParam, per_page: perPage } },
          signal,
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ pages }, _all, page) => (page < pages ? page + 1 : undefined),
    staleTime: 0,
  });

/** Who looked at somebody's record, the newest day first. */
export const looksQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: keys.log.looks(id),
    queryFn: ({ pageParam, signal }) =>
      takePage(
        api.GET('/club/v1/people/{id}/looks', {
          params: { path: { id }, query: { page: pageParam, per_page: perPage } },
          signal,
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ pages }, _all, page) => (page < pages ? page + 1 : undefined),
    staleTime: 0,
  });
