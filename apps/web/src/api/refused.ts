import type { QueryClient } from '@tanstack/react-query';

import { sameJson } from '@/components/cards/changed-keys';

/**
 * Takes a refused edit back from what is shown: its own fields alone, because other edits may have been shown since, and of these
 * only what still stands there as it was typed.
 */
export function withoutRefused<Shown extends object>(
  now: Shown,
  edit: object,
  before: NoInfer<Shown>,
): Shown {
  const [shown, was] = [new Map(Object.entries(now)), new Map(Object.entries(before))];
  const refused = Object.entries(edit).filter(([field, typed]) =>
    sameJson(shown.get(field), typed),
  );
  return { ...now, ...Object.fromEntries(refused.map(([field]) => [field, was.get(field)])) };
}

/** Whether no other change waits behind the one that is being answered: one that is asked for now would overtake it. */
export const isLastOf = (queryClient: QueryClient, scope: string): boolean =>
  queryClient.isMutating({ predicate: ({ options }) => options.scope?.id === scope }) <= 1;
