import { useLayoutEffect, useRef } from 'react';

import classes from './Table.module.css';

/** All of a text that its cell cuts, above that cell; for who looks by keyboard, as a mouse has the title. */
export function FullText({ of: cell }: { of: HTMLElement | undefined }) {
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shown = bubble.current;
    if (shown === null || cell === undefined) return undefined;
    const { left, bottom } = cell.getBoundingClientRect();
    shown.style.left = `${left}px`;
    shown.style.top = `${bottom}px`;
    // In the top layer nothing cuts it.
    shown.showPopover();
    return () => shown.hidePopover();
  }, [cell]);
  return (
    // The cell itself holds all of its text for who hears it.
    <div ref={bubble} popover="manual" aria-hidden className={classes.fullText} data-print="never">
      {cell?.textContent}
    </div>
  );
}
