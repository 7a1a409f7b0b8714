import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';

import { commonTexts } from '@/texts/common';

interface FoldedProps<Item> {
  items: readonly Item[];
  /** How many are shown until somebody asks for all of them. */
  limit: number;
  /** How many there are, when not all of them came yet. */
  total?: number;
  children: (shown: readonly Item[]) => ReactNode;
}

/** A long list that shows its beginning. One or two more are not worth a button. */
export function Folded<Item>({ items, limit, total, children }: FoldedProps<Item>) {
  const [all, { toggle }] = useDisclosure();
  const foldable = items.length > limit + 2;
  return (
    <>
      {children(foldable && !all ? items.slice(0, limit) : items)}
      {foldable && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt="xs"
          aria-expanded={all}
          onClick={toggle}
          data-print="never"
        >
          {all ? commonTexts.showFewer : commonTexts.showAll(total ?? items.length)}
        </Button>
      )}
    </>
  );
}
