import { useEffect, useRef } from 'react';

import { usePreferences } from '@/api/preferences';

/** What a key of one letter does; `event.key` says which. */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const writes = 'textarea, select, [contenteditable], input:not([type=checkbox]):not([type=radio])';

/** Whether somebody who presses a key there writes, or is busy in a dialog or menu. */
function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('[aria-modal="true"]') !== null) return true;
  if (!(target instanceof Element)) return false;
  return target.closest(`${writes}, [role="dialog"], [role="menu"], [role="listbox"]`) !== null;
}

/** Keys of one letter, anywhere on the page but where somebody writes. A user can turn all of them off. */
export function useKeys(keys: Keys): void {
  const { shortcuts } = usePreferences();
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    if (!shortcuts) return undefined;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const act = current.current[event.key];
      if (act === undefined || isElsewhere(event.target)) return;
      event.preventDefault();
      act(event);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [shortcuts]);
}
