import { queryOptions, useMutation } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';
import { staleAfter, useMakeStale } from './stale';

/** Whether one's sign-in takes a code beside the password. */
export const secondFactorQuery = queryOptions({
  queryKey: keys.secondFactor,
  queryFn: ({ signal }) => take(api.GET('/club/v1/user/second-factor', { signal })),
});

/** Draws a secret for an app. Nothing is asked for before a code of it was confirmed. */
export function useBeginFactor() {
  return useMutation({
    mutationFn: () => take(api.POST('/club/v1/user/second-factor')),
    gcTime: 0, // it is shown once
  });
}

/** Turns an app on, and gives the recovery codes where there are new ones. */
export function useConfirmFactor() {
  const settle = useMakeStale(staleAfter.secondFactor());
  return useMutation({
    mutationFn: (code: string) =>
      take(api.POST('/club/v1/user/second-factor/confirm', { body: { code } })),
    gcTime: 0,
    onSuccess: settle,
  });
}

export function useRenewRecovery() {
  const settle = useMakeStale(staleAfter.secondFactor());
  return useMutation({
    mutationFn: () => take(api.POST('/club/v1/user/second-factor/recovery-codes')),
    gcTime: 0,
    onSettled: settle,
  });
}

export function useDropFactor() {
  const settle = useMakeStale(staleAfter.secondFactor());
  return useMutation({
    mutationFn: () => take(api.DELETE('/club/v1/user/second-factor')),
    onSuccess: settle, // a refusal is told where it was asked, and the card stays as it is
  });
}

/** Of which roles it is asked; for administrators. It is asked for anew each time it is shown. */
export const factorRuleQuery = queryOptions({
  queryKey: keys.factorRule,
  queryFn: ({ signal }) => take(api.GET('/club/v1/second-factor', { signal })),
  staleTime: 0,
});
