import { Button } from '@mantine/core';

import { commonTexts } from '@/texts/common';

interface MoreButtonProps {
  /** A list that is asked for page by page. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** Asks for the next part of a list, as long as there is one. */
export function MoreButton({ query }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      variant="default"
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {commonTexts.more}
    </Button>
  );
}
