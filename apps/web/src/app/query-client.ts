import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

import { ApiError, asksForFactor, isSignedOut, UnexpectedAnswerError } from '@/api/errors';
import { keys } from '@/api/keys';

const tries = 3;

interface Watch {
  /** An answer shows that the session ended behind our back. */
  onSignedOut: () => void;
  /** An answer shows that a second factor is asked for since, which the user lacks: the answer to a change, or to a query. */
  onFactorAsked: (byChange: boolean) => void;
}

export function createQueryClient({ onSignedOut, onFactorAsked }: Watch): QueryClient {
  const watch = (error: unknown, byChange: boolean) => {
    if (isSignedOut(error)) onSignedOut();
    if (asksForFactor(error)) onFactorAsked(byChange);
  };
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.queryKey[0] !== keys.session[0]) watch(error, false);
      },
    }),
    mutationCache: new MutationCache({ onError: (error) => watch(error, true) }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Trying again only helps when the server did not decide yet.
        retry: (failures, error) =>
          failures + 1 < tries &&
          !(error instanceof UnexpectedAnswerError) &&
          !(error instanceof ApiError && error.status < 500),
        // A club's server may stand in its own network: whether the browser is "online" says little.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
