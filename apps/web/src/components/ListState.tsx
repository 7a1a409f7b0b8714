import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { LoadFailed } from '@/components/LoadFailed';
import { commonTexts } from '@/texts/common';

interface ListStateProps<Data> {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}

/** A short list while it loads, when it failed, and when it is there. */
export function ListState<Data>({ query, children }: ListStateProps<Data>) {
  if (query.isError) {
    return (
      <LoadFailed
        error={query.error}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (query.isPending) {
    return (
      <Stack role="status">
        <VisuallyHidden>{commonTexts.loading}</VisuallyHidden>
        <Skeleton height={36} />
        <Skeleton height={36} />
      </Stack>
    );
  }
  return children(query.data);
}
