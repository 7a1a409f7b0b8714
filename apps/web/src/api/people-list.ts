import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take } from './client';
import { download } from './download';
import type { PeopleQuery } from './people';
import type { paths } from './schema.gen';
import type { BulkResult, BulkUpdates } from './types';

/** What the list can be narrowed to, with how many people there are of each. */
export const filterOptionsQuery = (include_former: PeopleQuery['include_former']) =>
  queryOptions({
    queryKey: ['people', 'options', include_former],
    queryFn: ({ signal }) =>
      take(
        api.GET('/club/v1/people/filter-options', {
          params: { query: { include_former } },
          signal,
        }),
      ),
  });

export interface BulkChange {
  ids: readonly number[];
  updates: BulkUpdates;
}

/** Changes many people at once. Changes that differ between them go one after the other; the outcome is one. */
export function useBulkChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (changes: readonly BulkChange[]): Promise<BulkResult> => {
      const outcome: BulkResult = { success: true, updated: [], failed: [] };
      for (const { ids, updates } of changes) {
        const { updated, failed } = await take(
          api.POST('/club/v1/people/bulk-update', { body: { ids: [...ids], updates } }),
        );
        outcome.updated.push(...updated);
        outcome.failed.push(...failed);
      }
      return outcome;
    },
    // Also after a failure: some may have been changed before it.
    onSettled: () =>
      Promise.all(
        ['people', 'person', 'groups'].map((key) =>
          queryClient.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  });
}

type ExportQuery = NonNullable<paths['/club/v1/people/export']['get']['parameters']['query']>;

export type ExportFormat = NonNullable<ExportQuery['format']>;

/** Saves the whole list as a file, all its pages. */
export function useExportPeople() {
  return useMutation({
    mutationFn: (query: ExportQuery) =>
      download(
        '/club/v1/people/export',
        new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])),
      ),
  });
}
