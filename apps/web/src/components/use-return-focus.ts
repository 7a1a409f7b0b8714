import { useCallback, useEffect, useRef, useState } from 'react';

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

/** How long a dialog that closes takes to give the focus back, in milliseconds. */
const closing = 100;

/**
 * Puts the focus on the page when a button is taken away by what it did: a row that is removed, say. Call what it returns when the
 * button is used. What may stand in a dialog names that: the page is out of reach there.
 */
export function useFocusAfter(place: 'main' | '[role=dialog]' = 'main'): () => void {
  const isUsed = useRef(false);
  useEffect(
    () => () => {
      if (!isUsed.current) return;
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const there = document.querySelector<HTMLElement>(place) ?? document.querySelector('main');
        there?.focus({ preventScroll: true });
      }, closing);
    },
    [place],
  );
  return useCallback(() => {
    isUsed.current = true;
  }, []);
}
