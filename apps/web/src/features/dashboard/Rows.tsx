import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';

import { commonTexts } from '@/texts/common';

/** How many rows of a list show at first (contract §8). */
export const firstRows = 3;

interface RowsProps<Item> {
  items: readonly Item[];
  /** The control that shows the others. */
  all: string;
  children: (shown: readonly Item[]) => ReactNode;
}

/** A list of which three rows show until somebody asks for all of them. */
export function Rows<Item>({ items, all, children }: RowsProps<Item>) {
  const [open, { toggle }] = useDisclosure();
  return (
    <>
      {children(open ? items : items.slice(0, firstRows))}
      {items.length > firstRows && (
        <Button
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          aria-expanded={open}
          onClick={toggle}
          data-print="never"
        >
          {open ? commonTexts.showFewer : all}
        </Button>
      )}
    </>
  );
}
