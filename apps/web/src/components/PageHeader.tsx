import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

import { usePageTitle } from './page-title';

interface PageHeaderProps {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
}

/** The heading of a page, and the title of the browser's tab. */
export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  usePageTitle(title);
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      {/* As wide as the longest word of our headings, on a telephone. */}
      <Stack gap={2} miw={0} flex="1 1 15.5rem">
        <Title order={1}>{title}</Title>
        {subtitle !== undefined && (
          <Text c="dimmed" aria-live="polite">
            {subtitle}
          </Text>
        )}
      </Stack>
      {actions !== undefined && <div data-print="never">{actions}</div>}
    </Group>
  );
}
