import { useIsFetching } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

import { loadSoon } from './lazy-part';
import { untilIdle } from './use-is-idle';

/** Whether somebody asked the browser to save data: what may never be wanted is not fetched. Not every browser says so. */
const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Fetches the small parts of the page, and the page of a person, once the first list is there and nobody waits. */
export function IdleParts() {
  const router = useRouter();
  const isQuiet = useIsFetching() === 0;
  useEffect(() => {
    if (!isQuiet || savesData()) return;
    const timer = setTimeout(() => {
      void loadSoon(untilIdle)
        .then(() => router.loadRouteChunk(router.routesByPath['/leden/$personId']))
        .then(() => loadSoon(untilIdle))
        // What does not come now is asked for when it is wanted.
        .catch(() => undefined);
    }, settled);
    return () => clearTimeout(timer);
  }, [isQuiet, router]);
  return null;
}

/** A list that asks for something else at once is not there yet. */
const settled = 500;
