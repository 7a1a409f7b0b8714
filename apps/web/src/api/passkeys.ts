import { useMutation } from '@tanstack/react-query';

import { makePasskey, signByPasskey } from '@/lib/passkeys';

import { api, take } from './client';
import { staleAfter, useMakeStale } from './stale';
import type { PasskeyReply } from './types';

/** Has a passkey sign that somebody signs in. */
export async function askPasskey(): Promise<PasskeyReply> {
  const { options, token } = await take(api.POST('/club/v1/session/passkey'));
  return { token, credential: await signByPasskey(options) };
}

/** Makes a passkey and keeps it; gives recovery codes with the first second factor. */
export function useAddPasskey() {
  const settle = useMakeStale(staleAfter.secondFactor());
  return useMutation({
    mutationFn: async (name: string) => {
      const { options, token } = await take(api.POST('/club/v1/user/passkeys-begin'));
      const credential = await makePasskey(options);
      return take(api.POST('/club/v1/user/passkeys', { body: { name, token, credential } }));
    },
    gcTime: 0,
    onSuccess: settle,
  });
}

export function useRemovePasskey() {
  const settle = useMakeStale(staleAfter.secondFactor());
  return useMutation({
    mutationFn: (id: string) =>
      take(api.DELETE('/club/v1/user/passkeys/{id}', { params: { path: { id } } })),
    onSettled: settle,
  });
}
