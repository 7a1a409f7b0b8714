import {
  infiniteQueryOptions,
  type QueryClient,
  QueryObserver,
  queryOptions,
  useIsMutating,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';
import { makeStale, staleAfter, useMakeStale } from './stale';
import { fileBody } from './media';
import type { ImportOutcome, PeopleImport } from './types';

/** How often an import that works is asked how far it is, in milliseconds. */
const often = 1000;
const perPage = 50;

/** A job is at it. */
export const works = (one: PeopleImport): boolean =>
  one.state === 'applying' || one.state === 'undoing';

/** The files that were read, the newest first. */
export const importsQuery = queryOptions({
  queryKey: keys.imports.list,
  queryFn: ({ signal }) =>
    take(api.GET('/club/v1/imports', { params: { query: { per_page: 50 } }, signal })),
  staleTime: 0,
});

/** What a column can be. */
export const importFieldsQuery = queryOptions({
  queryKey: keys.imports.fields,
  queryFn: ({ signal }) => take(api.GET('/club/v1/import-fields', { signal })),
  staleTime: Infinity,
});

export const importQuery = (id: number) =>
  queryOptions({
    queryKey: keys.imports.one(id),
    queryFn: ({ signal }) =>
      take(api.GET('/club/v1/imports/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state: { data } }) => (data && works(data) ? often : false),
    staleTime: 0,
  });

/** Of which imports the end is waited for. */
const followed = new Set<number>();

/** Waits for the end of a job whose page was left, and asks anew for what shows people. */
export function followImport(queryClient: QueryClient, id: number): void {
  if (followed.has(id)) return;
  followed.add(id);
  const stop = new QueryObserver(queryClient, importQuery(id)).subscribe(({ data, isError }) => {
    if (!isError && (data === undefined || works(data))) return;
    stop();
    // It may have been told twice by then.
    if (followed.delete(id)) void makeStale(queryClient, staleAfter.imported());
  });
}

/** Its rows with an outcome, page by page. They are other ones when its state or its columns are others. */
export const importRowsQuery = (one: PeopleImport, outcome: ImportOutcome | undefined) =>
  infiniteQueryOptions({
    queryKey: keys.imports.rows(one.id, {
      outcome,
      state: one.state,
      fields: one.columns.map(({ field }) => field).join(),
    }),
    queryFn: ({ pageParam: page, signal }) =>
      take(
        api.GET('/club/v1/imports/{id}/rows', {
          params: { path: { id: one.id }, query: { outcome, page, per_page: perPage } },
          signal,
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ counts }, _, page) => {
      const all = counts.new + counts.changed + counts.unchanged + counts.refused;
      return page * perPage < (outcome === undefined ? all : counts[outcome])
        ? page + 1
        : undefined;
    },
    staleTime: 0,
  });

/** Keeps what came back of an import. */
function useKept() {
  const queryClient = useQueryClient();
  return (one: PeopleImport) => {
    queryClient.setQueryData(importQuery(one.id).queryKey, one);
    void queryClient.invalidateQueries({ queryKey: keys.imports.list });
  };
}

export const useUploadImport = () => {
  const onSuccess = useKept();
  return useMutation({
    mutationFn: (file: File) => take(api.POST('/club/v1/imports', fileBody(file))),
    onSuccess,
  });
};

/** Of the call that says which fields the columns are. */
const columnsKey = (id: number) => [...keys.imports.one(id), 'columns'];

/** Says which fields the columns are: two changes go in turn. */
export const useChooseColumns = (id: number) => {
  const onSuccess = useKept();
  return useMutation({
    mutationKey: columnsKey(id),
    scope: { id: columnsKey(id).join(' ') },
    mutationFn: (fields: string[]) =>
      take(api.PATCH('/club/v1/imports/{id}', { params: { path: { id } }, body: { fields } })),
    onSuccess,
  });
};

/** Whether its columns are on their way to the server. */
export const useIsChoosing = (id: number): boolean =>
  useIsMutating({ mutationKey: columnsKey(id) }) > 0;

export const useApplyImport = () => {
  const onSuccess = useKept();
  return useMutation({
    mutationFn: (id: number) =>
      take(api.POST('/club/v1/imports/{id}/apply', { params: { path: { id } } })),
    onSuccess,
  });
};

export const useUndoImport = () => {
  const onSuccess = useKept();
  return useMutation({
    mutationFn: (id: number) =>
      take(api.POST('/club/v1/imports/{id}/undo', { params: { path: { id } } })),
    onSuccess,
  });
};

export const useDiscardImport = () => {
  const onSettled = useMakeStale(staleAfter.imports());
  return useMutation({
    mutationFn: (id: number) =>
      take(api.DELETE('/club/v1/imports/{id}', { params: { path: { id } } })),
    onSettled,
  });
};

/** Takes one row back. */
export const useUndoRow = (id: number) => {
  const onSettled = useMakeStale(staleAfter.imported());
  return useMutation({
    mutationFn: (row: number) =>
      take(api.POST('/club/v1/imports/{id}/rows/{row}/undo', { params: { path: { id, row } } })),
    onSettled,
  });
};
