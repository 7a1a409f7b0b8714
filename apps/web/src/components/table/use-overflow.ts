import { type RefObject, useEffect, useState } from 'react';

export interface Overflow {
  /** What is inside is wider than the element. */
  overflows: boolean;
  /** There is more to the left, and to the right, of what is in view. */
  left: boolean;
  right: boolean;
}

const none: Overflow = { overflows: false, left: false, right: false };

/** Whether the first child of an element is wider than it, and how far it is scrolled. */
export function useOverflow(ref: RefObject<HTMLElement | null>): Overflow {
  const [overflow, setOverflow] = useState(none);
  useEffect(() => {
    const element = ref.current;
    const inside = element?.firstElementChild;
    if (element === null || inside === null || inside === undefined) return undefined;
    const look = () => {
      const width = element.clientWidth;
      const there = inside.getBoundingClientRect().width;
      const next = {
        overflows: there > width + 1,
        left: element.scrollLeft > 1,
        right: element.scrollLeft + width < there - 1,
      };
      setOverflow((before) =>
        before.overflows === next.overflows &&
        before.left === next.left &&
        before.right === next.right
          ? before
          : next,
      );
    };
    const watcher = new ResizeObserver(look);
    watcher.observe(element);
    watcher.observe(inside);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      watcher.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [ref]);
  return overflow;
}
