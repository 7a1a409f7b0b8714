import type { KeyboardEvent, RefObject } from 'react';

/**
 * Moves the focus between a search field and the results below it. It is the real focus, so that a link can be opened in
 * another tab and a screen reader reads it; whoever goes on typing is back in the field.
 */
export function useArrowKeys(
  input: RefObject<HTMLInputElement | null>,
  list: RefObject<HTMLElement | null>,
) {
  return (event: KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-hit]') ?? [])];
    const focused = document.activeElement;
    // A star stands for the link beside it.
    const at = links.findIndex((link) => link.closest('li')?.contains(focused));
    switch (event.key) {
      case 'ArrowDown':
        links[at + 1]?.focus();
        break;
      case 'ArrowUp':
        (at > 0 ? links[at - 1] : input.current)?.focus();
        break;
      default:
        if (at >= 0 && isTyping(event)) input.current?.focus();
        return;
    }
    event.preventDefault();
  };
}

/** A letter or Backspace; the space bar belongs to the button that has the focus. */
const isTyping = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && key !== ' ' && (key.length === 1 || key === 'Backspace');
