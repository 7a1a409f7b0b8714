import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take } from './client';
import type { PasswordChange } from './types';

/** The paths of a user's own things. */
const own = { path: { id: 'me' } } as const;

export const userSessionsQuery = queryOptions({
  queryKey: ['user-sessions'],
  queryFn: ({ signal }) => take(api.GET('/club/v1/user/sessions', { signal })),
});

export const applicationPasswordsQuery = queryOptions({
  queryKey: ['application-passwords'],
  queryFn: ({ signal }) =>
    take(api.GET('/cms/v2/users/{id}/application-passwords', { params: own, signal })),
});

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: PasswordChange) => take(api.POST('/club/v1/user/password', { body })),
  });
}

export function useEndSession() {
  const invalidate = useInvalidate(userSessionsQuery.queryKey);
  return useMutation({
    mutationFn: (id: string) =>
      take(api.DELETE('/club/v1/user/sessions/{id}', { params: { path: { id } } })),
    onSettled: invalidate,
  });
}

export function useEndOtherSessions() {
  const invalidate = useInvalidate(userSessionsQuery.queryKey);
  return useMutation({
    mutationFn: () => take(api.DELETE('/club/v1/user/sessions')),
    onSettled: invalidate,
  });
}

export function useCreateApplicationPassword() {
  const invalidate = useInvalidate(applicationPasswordsQuery.queryKey);
  return useMutation({
    mutationFn: (name: string) =>
      take(api.POST('/cms/v2/users/{id}/application-passwords', { params: own, body: { name } })),
    onSettled: invalidate,
  });
}

export function useRevokeApplicationPassword() {
  const invalidate = useInvalidate(applicationPasswordsQuery.queryKey);
  return useMutation({
    mutationFn: (uuid: string) =>
      take(
        api.DELETE('/cms/v2/users/{id}/application-passwords/{uuid}', {
          params: { path: { ...own.path, uuid } },
        }),
      ),
    onSettled: invalidate,
  });
}

function useInvalidate(queryKey: readonly unknown[]) {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey });
}
