import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { hasStatus } from '@/api/errors';
import { LoadFailed } from '@/components/LoadFailed';
import { RenewBar } from '@/components/RenewBar';
import { StaleNotice } from '@/components/StaleNotice';
import { commonTexts } from '@/texts/common';

interface ListStateProps<Data> {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}

/**
 * A short list while it loads, when it failed, and when it is there: then it stays, and with it what is typed in it, unless the
 * user may not see it any more, or it is gone. While another question is asked, the answer to the one before stays below a bar.
 */
export function ListState<Data>({ query, children }: ListStateProps<Data>) {
  const withdrawn = hasStatus(query.error, 403) || hasStatus(query.error, 404);
  if (query.data !== undefined && !withdrawn) {
    return (
      <>
        <StaleNotice query={query} />
        {query.isPlaceholderData && <RenewBar />}
        {children(query.data)}
      </>
    );
  }
  if (query.isError) {
    return (
      <LoadFailed
        error={query.error}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <Stack role="status">
      <VisuallyHidden>{commonTexts.loading}</VisuallyHidden>
      <Skeleton height={36} />
      <Skeleton height={36} />
    </Stack>
  );
}
