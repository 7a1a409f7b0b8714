import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';

import { versionQuery } from '@/api/club';

const nextLook = 5_000;

/** Why a file of the page did not come. */
export type Lost = 'asking' | 'offline' | 'gone' | 'new' | 'unknown';

/**
 * Finds out why a file did not come, by asking the server for its version. While nobody answers it goes on asking, and when
 * the server is back, with the same version, the file is asked for once more.
 */
export function useLost(isLost: boolean, retry: () => void): Lost {
  const { data, isError, isPending, isFetchedAfterMount, dataUpdatedAt } = useQuery({
    ...versionQuery,
    enabled: isLost,
    retry: false,
    staleTime: 0,
    refetchOnReconnect: 'always',
    refetchInterval: ({ state }) => (state.status === 'error' ? nextLook : false),
  });
  // A question that never had an answer is no error any more while it is asked again: nobody answered still.
  const isAway = isFetchedAfterMount && (isError || isPending);
  const wasAway = useRef(false);
  const back = useEffectEvent(retry);
  useEffect(() => {
    if (wasAway.current && !isAway && data?.isNew === false) back();
    wasAway.current = isAway;
  }, [isAway, data, dataUpdatedAt]);

  if (!isFetchedAfterMount) return 'asking';
  if (isAway) return navigator.onLine ? 'gone' : 'offline';
  return data?.isNew === true ? 'new' : 'unknown';
}
