import { type Dispatch, type SetStateAction, useEffect } from 'react';

/** What was typed in the search, and whether Enter came after it. */
export interface Typed {
  text: string;
  /** Enter was pressed before there was anything to open. */
  entered: boolean;
}

/**
 * Takes the keys that are pressed between the one that opens the search and the moment that its field has the focus, while
 * its file may still be on its way. Whoever types fast loses nothing.
 */
export function useTypeAhead(waiting: boolean, setTyped: Dispatch<SetStateAction<Typed>>): void {
  useEffect(() => {
    if (!waiting) return undefined;
    const press = (event: KeyboardEvent) => {
      // The message that the file did not come has buttons.
      if (event.target instanceof Element && event.target.closest('[role="alert"]') !== null)
        return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { key } = event;
      if (key.length === 1) setTyped(({ text }) => ({ text: text + key, entered: false }));
      else if (key === 'Backspace')
        setTyped(({ text }) => ({ text: text.slice(0, -1), entered: false }));
      else if (key === 'Enter') setTyped(({ text }) => ({ text, entered: text.trim() !== '' }));
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [waiting, setTyped]);
}
