import { ActionIcon, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';

import { useKeys } from '@/components/keyboard/use-keys';

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

/** What is typed goes into the address after a pause, and / leads here; a change of the address comes back into the box. */
export function SearchBox({
  label,
  placeholder,
  clearLabel,
  value,
  onSearch,
  className,
}: SearchBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => box.current?.focus() });
  const [typed, setTyped] = useState(value);
  const [asked, setAsked] = useState(value);
  const ask = useDebouncedCallback((text: string) => {
    setAsked(text);
    onSearch(text);
  }, typingPause);

  if (value !== asked) {
    setAsked(value);
    setTyped(value);
  }

  const change = (text: string) => {
    setTyped(text);
    ask(text);
  };
  return (
    <TextInput
      ref={box}
      type="search"
      className={className}
      aria-label={label}
      placeholder={placeholder}
      maw="26rem"
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={
        typed !== '' && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={clearLabel}
            onClick={() => change('')}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        )
      }
      maxLength={200}
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
