import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** How long a browser may go on being busy: what waits for it comes all the same. In milliseconds. */
const patience = 2000;

/** Resolves when the browser has nothing to do, or after a while. */
export const untilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no such callback. Others may not call it for as long as something is painted.
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => resolve(), { timeout: patience });
    else setTimeout(resolve, 200);
  });

/** Whether the page has come to rest once: what it shows is there. For questions that can wait until then. */
export function useIsIdle(): boolean {
  const isQuiet = useIsFetching() === 0;
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (!isQuiet || idle) return undefined;
    let wanted = true;
    void untilIdle().then(() => {
      if (wanted) setIdle(true);
    });
    return () => {
      wanted = false;
    };
  }, [isQuiet, idle]);
  return idle;
}
