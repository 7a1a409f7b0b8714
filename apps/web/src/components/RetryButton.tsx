import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';

import { commonTexts } from '@/texts/common';

interface RetryButtonProps {
  query: Pick<UseQueryResult, 'isFetching' | 'refetch'>;
}

/** Asks a query once more, in a line of text. */
export function RetryButton({ query: { isFetching, refetch } }: RetryButtonProps) {
  return (
    <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
      {commonTexts.retry}
    </Button>
  );
}
