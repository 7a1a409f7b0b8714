import { UnstyledButton } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

import { useKeys } from '@/components/keyboard/use-keys';

import { FrameIcon } from './icons/FrameIcon';
import classes from './SearchBox.module.css';

interface SearchBoxProps {
  label: string;
  placeholder: string;
  clearLabel: string;
  /** What the address asks for. */
  value: string;
  onSearch: (value: string) => void;
  className?: string;
}

const typingPause = 200;

/**
 * What is typed goes into the address after a pause, and / leads here; a change of the address comes back into the box. A
 * plain one: Mantine's brings labels, messages and marks along that the first list would wait for.
 */
export function SearchBox({
  label,
  placeholder,
  clearLabel,
  value,
  onSearch,
  className = '',
}: SearchBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => box.current?.focus() });
  const [typed, setTyped] = useState(value);
  const [asked, setAsked] = useState(value);
  const ask = useDebouncedCallback((text: string) => {
    setAsked(text);
    onSearch(text);
  }, typingPause);
  // Who goes elsewhere within the pause is not taken back to the list.
  const router = useRouter();
  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && ask.cancel()),
    [router, ask],
  );

  if (value !== asked) {
    setAsked(value);
    setTyped(value);
  }

  const change = (text: string) => {
    setTyped(text);
    ask(text);
  };
  return (
    <div className={`${classes.box} ${className}`}>
      <FrameIcon name="search" size={18} />
      <input
        ref={box}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={200}
        value={typed}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {typed !== '' && (
        <UnstyledButton aria-label={clearLabel} onClick={() => change('')}>
          <FrameIcon name="x" size={18} />
        </UnstyledButton>
      )}
    </div>
  );
}
