import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

interface TypedChoice {
  typed: string;
  setTyped: (text: string) => void;
  /** What stands in the field once it is chosen. */
  chosen: string;
  /** Whether the list has come, and its first option is the only one that fits what was typed: Enter chooses it. */
  fitsOne: boolean;
}

/**
 * What a field does with a name that was typed and not chosen from its list: it stays there, Enter does not send the form, and
 * the form is not sent before somebody is chosen or the field is empty. `isRefused` tells to say so.
 */
export function useTypedChoice({ typed, setTyped, chosen, fitsOne }: TypedChoice) {
  const field = useRef<HTMLInputElement>(null);
  const [isLeft, setIsLeft] = useState(false);
  const isOpen = typed.trim() !== '' && typed !== chosen;

  useEffect(() => {
    const form = field.current?.form;
    if (!isOpen || !form) return;
    // On the form itself, so that no handler of the page hears of it: these listen further up.
    const stop = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      setIsLeft(true);
      field.current?.focus();
    };
    form.addEventListener('submit', stop);
    return () => form.removeEventListener('submit', stop);
  }, [isOpen]);

  return {
    isRefused: isOpen && isLeft,
    inputProps: {
      ref: field,
      searchValue: typed,
      onSearchChange: (text: string) => {
        setTyped(text);
        setIsLeft(false);
      },
      // Mantine has put back by now what was chosen.
      onBlur: () => {
        if (!isOpen) return;
        setTyped(typed);
        setIsLeft(true);
      },
      onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isOpen) return;
        event.preventDefault();
        const list = document.getElementById(
          event.currentTarget.getAttribute('aria-controls') ?? '',
        );
        // An option that the arrow keys went to is chosen by Mantine.
        if (list?.querySelector('[data-combobox-selected]')) return;
        const first = fitsOne ? list?.querySelector<HTMLElement>('[role="option"]') : null;
        if (first) first.click();
        else setIsLeft(true);
      },
    },
  };
}
