import { useEffect, useState } from 'react';

/**
 * Gives the focus back to what had it, when a dialog closes that is then taken away as a whole: Mantine does that only
 * for one that stays. What is gone by then leaves the focus to the page.
 */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const there = before?.isConnected === true ? before : document.querySelector('main');
      if (there instanceof HTMLElement) there.focus({ preventScroll: true });
    },
    [before],
  );
}
