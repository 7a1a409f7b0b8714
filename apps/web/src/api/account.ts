import { queryOptions, useMutation } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';
import { staleAfter, useMakeStale } from './stale';
import type { NewApplicationPassword, PasswordChange } from './types';

/** The paths of a user's own things. */
const own = { path: { id: 'me' } } as const;

export const userSessionsQuery = queryOptions({
  queryKey: keys.userSessions,
  queryFn: ({ signal }) => take(api.GET('/club/v1/user/sessions', { signal })),
});

export const applicationPasswordsQuery = queryOptions({
  queryKey: keys.applicationPasswords,
  queryFn: ({ signal }) =>
    take(api.GET('/cms/v2/users/{id}/application-passwords', { params: own, signal })),
});

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: PasswordChange) => take(api.POST('/club/v1/user/password', { body })),
  });
}

export function useEndSession() {
  const settle = useMakeStale(staleAfter.userSessions());
  return useMutation({
    mutationFn: (id: string) =>
      take(api.DELETE('/club/v1/user/sessions/{id}', { params: { path: { id } } })),
    onSettled: settle,
  });
}

export function useEndOtherSessions() {
  const settle = useMakeStale(staleAfter.userSessions());
  return useMutation({
    mutationFn: () => take(api.DELETE('/club/v1/user/sessions')),
    onSettled: settle,
  });
}

export function useCreateApplicationPassword() {
  const settle = useMakeStale(staleAfter.applicationPasswords());
  return useMutation({
    mutationFn: (body: NewApplicationPassword) =>
      take(api.POST('/cms/v2/users/{id}/application-passwords', { params: own, body })),
    onSettled: settle,
  });
}

export function useRevokeApplicationPassword() {
  const settle = useMakeStale(staleAfter.applicationPasswords());
  return useMutation({
    mutationFn: (uuid: string) =>
      take(
        api.DELETE('/cms/v2/users/{id}/application-passwords/{uuid}', {
          params: { path: { ...own.path, uuid } },
        }),
      ),
    onSettled: settle,
  });
}
