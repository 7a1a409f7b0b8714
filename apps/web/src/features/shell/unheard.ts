import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { notifyFailure } from '@/lib/notify-failure';

/**
 * Tells of changes that failed when nobody listens any more: the page of who asked was left, or the same part asked for another one
 * since. TanStack Query calls nobody then. Of changes whose meta says `untold` it tells always. Returns what ends it.
 */
export function tellUnheard(queryClient: QueryClient, tell: (error: unknown) => void): () => void {
  const unheard = new WeakSet<object>();
  return queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'observerAdded') {
      if (event.observer.hasListeners()) unheard.delete(event.mutation);
      else unheard.add(event.mutation);
    }
    if (event.type === 'observerRemoved') unheard.add(event.mutation);
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const error: unknown = event.action.error;
    // Who waits for its promise is told first, and may have better words.
    const isTold = !unheard.has(event.mutation) && event.mutation.meta?.untold !== true;
    if (!isTold) setTimeout(() => tell(error));
  });
}

export function useUnheard(): void {
  const queryClient = useQueryClient();
  useEffect(() => tellUnheard(queryClient, notifyFailure), [queryClient]);
}
