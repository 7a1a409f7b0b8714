import type { QueryClient } from '@tanstack/react-query';

/** Whether no other change waits behind the one that is being answered: one that is asked for now would overtake it. */
export const isLastOf = (queryClient: QueryClient, scope: string): boolean =>
  queryClient.isMutating({ predicate: ({ options }) => options.scope?.id === scope }) <= 1;
