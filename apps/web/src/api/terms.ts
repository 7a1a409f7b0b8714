import { queryOptions, useMutation } from '@tanstack/react-query';

import { api, take, takePages, takeUndoable } from './client';
import { keys } from './keys';
import { staleAfter, useMakeStale } from './stale';
import type { RelationshipTypePatch } from './types';

const most = 100;
/** What an administrator arranged once hardly changes while somebody looks at a person. */
const staleTime = 300_000;

export const relationshipTypesQuery = queryOptions({
  queryKey: keys.relationshipTypes,
  queryFn: ({ signal }) =>
    takePages((page) =>
      api.GET('/cms/v2/relationship_type', { params: { query: { page, per_page: most } }, signal }),
    ),
  staleTime,
});

export const labelsQuery = queryOptions({
  queryKey: keys.labels,
  queryFn: ({ signal }) =>
    takePages((page) =>
      api.GET('/cms/v2/person_label', { params: { query: { page, per_page: most } }, signal }),
    ),
  staleTime,
});

interface Saved<Values> {
  /** Without it, a new one. */
  id?: number;
  values: Values;
}

export function useSaveRelationshipType() {
  const settle = useMakeStale(staleAfter.relationshipTypes());
  return useMutation({
    mutationFn: ({ id, values }: Saved<RelationshipTypePatch>) =>
      id === undefined
        ? take(api.POST('/cms/v2/relationship_type', { body: values }))
        : take(
            api.PUT('/cms/v2/relationship_type/{id}', { params: { path: { id } }, body: values }),
          ),
    onSuccess: settle,
  });
}

export function useDeleteRelationshipType() {
  const settle = useMakeStale(staleAfter.relationshipTypes());
  return useMutation({
    mutationFn: (id: number) =>
      take(api.DELETE('/cms/v2/relationship_type/{id}', { params: { path: { id } } })),
    onSuccess: settle,
  });
}

export function useRestoreRelationshipTypes() {
  const settle = useMakeStale(staleAfter.relationshipTypes());
  return useMutation({
    mutationFn: () => take(api.POST('/club/v1/relationship-types/restore-defaults')),
    onSuccess: settle,
  });
}

export function useSaveLabel() {
  const settle = useMakeStale(staleAfter.labels());
  return useMutation({
    mutationFn: ({ id, values }: Saved<{ name: string }>) =>
      id === undefined
        ? take(api.POST('/cms/v2/person_label', { body: values }))
        : take(api.PUT('/cms/v2/person_label/{id}', { params: { path: { id } }, body: values })),
    onSuccess: settle,
  });
}

export function useDeleteLabel() {
  const settle = useMakeStale(staleAfter.labels());
  return useMutation({
    mutationFn: async (id: number) =>
      (await takeUndoable(api.DELETE('/cms/v2/person_label/{id}', { params: { path: { id } } })))
        .undo,
    onSuccess: settle,
  });
}
