import type { QueryExecuteOptions, QueryClient, QueryKey } from '@tanstack/react-query';

type Options<Data, Key extends QueryKey> = QueryExecuteOptions<Data, Error, Data, Data, Key>;

/** The data of a query, fetched only when the page does not have it yet. For a loader that must wait. */
export const ensure = <Data, Key extends QueryKey>(
  queryClient: QueryClient,
  options: Options<Data, Key>,
): Promise<Data> => queryClient.query({ ...options, staleTime: 'static' });

/** Starts a query while the page's code is still on its way; the page itself shows progress and failure. */
export function preload<Data, Key extends QueryKey>(
  queryClient: QueryClient,
  options: Options<Data, Key>,
): void {
  queryClient.query(options).catch(() => undefined);
}
