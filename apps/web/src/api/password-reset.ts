import { queryOptions, useMutation } from '@tanstack/react-query';

import { api, take } from './client';
import { hasStatus } from './errors';
import { keys } from './keys';

/** Asks for a mail with a link that sets a password. The answer is the same for everybody. */
export function useRequestReset() {
  return useMutation({
    mutationFn: (login: string) => take(api.POST('/club/v1/password-reset', { body: { login } })),
  });
}

/** Whether a link can set a password. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: keys.passwordLink(token),
    queryFn: ({ signal }) =>
      take(api.GET('/club/v1/password-reset/{token}', { params: { path: { token } }, signal })),
    retry: (count, error) => count < 2 && !hasStatus(error, 404),
    staleTime: Infinity,
    gcTime: 0,
  });

export function useResetPassword(token: string) {
  return useMutation({
    mutationFn: (body: { new_password: string; revoke_application_passwords: boolean }) =>
      take(api.POST('/club/v1/password-reset/{token}', { params: { path: { token } }, body })),
  });
}
