import { Group, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';

import { timeOf } from '@/lib/dates';
import { commonTexts } from '@/texts/common';

import { RetryButton } from './RetryButton';

interface StaleNoticeProps {
  query: Pick<UseQueryResult, 'data' | 'isError' | 'isFetching' | 'dataUpdatedAt' | 'refetch'>;
}

/** Above what is still shown although it could not be brought up to date. */
export function StaleNotice({ query }: StaleNoticeProps) {
  if (!query.isError || query.data === undefined) return null;
  return (
    <Group role="status" gap="xs" mb="xs" data-print="never">
      <Text size="sm" c="var(--mantine-color-orange-light-color)">
        {commonTexts.stale(timeOf(query.dataUpdatedAt))}
      </Text>
      <RetryButton query={query} />
    </Group>
  );
}
