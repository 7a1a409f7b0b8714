import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

import { after, arrange, isMove, linkOf, rowOf } from './rows';

/** Text that does not fit in its cell. */
const isCut = (cell: HTMLElement): boolean =>
  [cell, ...cell.querySelectorAll<HTMLElement>('*')].some(
    (part) =>
      part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== 'visible',
  );

/**
 * The rows in an element are one stop for the Tab key, whose arrows lead on (rows.ts). A click anywhere in a row follows its
 * link. onStop is told on which cell the keyboard stands whose text is cut; undefined for none.
 */
export function useRows<Body extends HTMLElement>(
  onStop: (cell: HTMLElement | undefined) => void,
): RefObject<Body | null> {
  const body = useRef<Body>(null);
  const told = useRef(onStop);

  useLayoutEffect(() => {
    told.current = onStop;
    if (body.current !== null) arrange(body.current);
  });

  useEffect(() => {
    const rows = body.current;
    if (rows === null) return undefined;
    const listening = new AbortController();
    const { signal } = listening;

    const move = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (event.key === 'Escape') told.current(undefined);
      if (!isMove(event.key) || !(event.target instanceof HTMLElement)) return;
      // Whatever is written into needs its arrows.
      if (event.target.matches('input:not([type=checkbox]):not([type=radio]), select')) return;
      const next = after(event.key, event.target, rows);
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    };

    const stop = ({ target }: FocusEvent) => {
      arrange(rows);
      const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('td, th') : null;
      const seen = target instanceof HTMLElement && target.matches(':focus-visible');
      told.current(cell !== null && seen && isCut(cell) ? cell : undefined);
    };

    const follow = (event: MouseEvent) => {
      if (!(event.target instanceof Element) || event.defaultPrevented) return;
      if (event.target.closest('a, button, input, label, select') !== null) return;
      // Who selects text to copy it does not want to leave.
      if (!(getSelection()?.isCollapsed ?? true)) return;
      const row = rowOf(event.target);
      const { ctrlKey, metaKey, shiftKey } = event;
      const click = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey };
      if (row !== null) linkOf(row)?.dispatchEvent(new MouseEvent('click', click));
    };

    const explain = ({ target }: PointerEvent) => {
      const cell = target instanceof Element ? target.closest<HTMLElement>('td, th') : null;
      if (cell === null) return;
      if (isCut(cell)) cell.title = cell.textContent;
      else cell.removeAttribute('title');
    };

    rows.addEventListener('keydown', move, { signal });
    rows.addEventListener('focusin', stop, { signal });
    rows.addEventListener('focusout', () => told.current(undefined), { signal });
    rows.addEventListener('click', follow, { signal });
    rows.addEventListener('pointerover', explain, { signal });
    return () => listening.abort();
  }, []);

  return body;
}
