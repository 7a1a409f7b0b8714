import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';

import { forgetUnsaved } from '@/lib/unsaved';

import { api, rememberNonce, take } from './client';
import { confirmation, reentry } from './confirmation';
import { hasStatus } from './errors';
import { keys } from './keys';
import type { Credentials, Me, Session, SignInBody } from './types';

/** Who is signed in; null means that we know that nobody is. One call gives the user and the nonce. */
export const sessionQuery = queryOptions({
  queryKey: keys.session,
  queryFn: async ({ signal }): Promise<Me | null> => {
    try {
      return enter(await take(api.GET('/club/v1/session', { signal })));
    } catch (error) {
      if (hasStatus(error, 401)) return null;
      throw error;
    }
  },
  staleTime: Infinity,
  gcTime: Infinity,
});

let latest: number | undefined;

/** Takes over who is signed in. */
export function enter(session: Session): Me {
  rememberNonce(session.nonce, session.user.id);
  if (latest !== undefined && latest !== session.user.id) forgetUnsaved();
  latest = session.user.id;
  return session.second_factor_setup ? { ...session.user, enrolls: true } : session.user;
}

/** Forgets everything that the page knows: the next user of this browser must not find it. */
export function forgetSession(queryClient: QueryClient): void {
  rememberNonce(undefined);
  confirmation.settle(false);
  reentry.settle(false);
  queryClient.clear();
  queryClient.setQueryData(keys.session, null);
}

export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: Credentials) =>
      enter(await take(api.POST('/club/v1/session', { body }))),
    onSuccess: (user) => {
      queryClient.setQueryData(keys.session, user);
    },
  });
}

/** Signs in with a passkey, after a name and password or in their place. */
export function useSignInByPasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (typed: SignInBody) => {
      const { askPasskey } = await import('./passkeys');
      const body = { ...typed, passkey: await askPasskey() };
      return enter(await take(api.POST('/club/v1/session', { body })));
    },
    onSuccess: (user) => {
      queryClient.setQueryData(keys.session, user);
    },
  });
}

/** Gives the password once more on this session. */
export function useConfirmPassword() {
  return useMutation({
    mutationFn: (password: string) =>
      take(api.POST('/club/v1/session/confirm', { body: { password } })),
  });
}

export function useSignOut() {
  return useMutation({ mutationFn: () => take(api.DELETE('/club/v1/session')) });
}
