import { useLayoutEffect, useRef } from 'react';

/**
 * Gives the focus back to the control that had it, by its id, when that stands somewhere else after the list changed. Call what it
 * returns before the change.
 */
export function useKeepFocus(list: readonly unknown[]): () => void {
  const wanted = useRef('');
  // Before the browser draws, or the next key would go nowhere.
  useLayoutEffect(() => {
    if (wanted.current !== '') document.getElementById(wanted.current)?.focus();
    wanted.current = '';
  }, [list]);
  return () => {
    wanted.current = document.activeElement?.id ?? '';
  };
}
