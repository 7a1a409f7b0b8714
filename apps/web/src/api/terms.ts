import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take, takePages } from './client';
import type { RelationshipTypePatch } from './types';

const most = 100;
/** What an administrator arranged once hardly changes while somebody looks at a person. */
const staleTime = 300_000;

export const relationshipTypesQuery = queryOptions({
  queryKey: ['relationship-types'],
  queryFn: ({ signal }) =>
    takePages((page) =>
      api.GET('/cms/v2/relationship_type', { params: { query: { page, per_page: most } }, signal }),
    ),
  staleTime,
});

export const labelsQuery = queryOptions({
  queryKey: ['person-labels'],
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
  const invalidate = useInvalidate(relationshipTypesQuery.queryKey);
  return useMutation({
    mutationFn: ({ id, values }: Saved<RelationshipTypePatch>) =>
      id === undefined
        ? take(api.POST('/cms/v2/relationship_type', { body: values }))
        : take(
            api.PUT('/cms/v2/relationship_type/{id}', { params: { path: { id } }, body: values }),
          ),
    onSuccess: invalidate,
  });
}

export function useDeleteRelationshipType() {
  const invalidate = useInvalidate(relationshipTypesQuery.queryKey);
  return useMutation({
    mutationFn: (id: number) =>
      take(api.DELETE('/cms/v2/relationship_type/{id}', { params: { path: { id } } })),
    onSuccess: invalidate,
  });
}

export function useRestoreRelationshipTypes() {
  const invalidate = useInvalidate(relationshipTypesQuery.queryKey);
  return useMutation({
    mutationFn: () => take(api.POST('/club/v1/relationship-types/restore-defaults')),
    onSuccess: invalidate,
  });
}

export function useSaveLabel() {
  const invalidate = useInvalidate(labelsQuery.queryKey);
  return useMutation({
    mutationFn: ({ id, values }: Saved<{ name: string }>) =>
      id === undefined
        ? take(api.POST('/cms/v2/person_label', { body: values }))
        : take(api.PUT('/cms/v2/person_label/{id}', { params: { path: { id } }, body: values })),
    onSuccess: invalidate,
  });
}

export function useDeleteLabel() {
  const invalidate = useInvalidate(labelsQuery.queryKey);
  return useMutation({
    mutationFn: (id: number) =>
      take(api.DELETE('/cms/v2/person_label/{id}', { params: { path: { id } } })),
    onSuccess: invalidate,
  });
}

/** The lists show names of terms too, and people carry them. */
function useInvalidate(queryKey: readonly unknown[]) {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [queryKey, ['people'], ['person']].map((key) =>
        queryClient.invalidateQueries({ queryKey: key }),
      ),
    );
}
