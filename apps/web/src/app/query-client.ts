import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

import { ApiError, isSignedOut, UnexpectedAnswerError } from '@/api/errors';
import { keys } from '@/api/keys';

const tries = 3;

/** onSignedOut runs when an answer shows that the session ended behind our back. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const watch = (error: unknown) => {
    if (isSignedOut(error)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.queryKey[0] !== keys.session[0]) watch(error);
      },
    }),
    mutationCache: new MutationCache({ onError: watch }),
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
