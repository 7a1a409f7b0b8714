import { Group, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import {
  IconAlertCircle,
  IconAward,
  IconCake,
  IconHeartHandshake,
  IconShieldCheck,
  IconShirtSport,
  IconTrophy,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';

import { Part } from '@/components/Part';
import { RetryButton } from '@/components/RetryButton';
import { timeOf } from '@/lib/dates';
import { commonTexts } from '@/texts/common';
import { dashboardTexts as texts } from '@/texts/dashboard';

import classes from './Dashboard.module.css';
import type { BlockId } from './layout';

export const icons: Record<BlockId, Icon> = {
  birthdays: IconCake,
  anniversaries: IconAward,
  attention: IconAlertCircle,
  membership: IconUsers,
  volunteers: IconHeartHandshake,
  vog: IconShieldCheck,
  matches: IconTrophy,
  teams: IconShirtSport,
};

interface BlockProps<Data> {
  title: string;
  icon: Icon;
  /** What it tells of comes with this: the block shows by itself that it is on its way, old or not there. */
  query: UseQueryResult<Data>;
  /** Stand beside the title. */
  tools?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** A part of the dashboard. What goes wrong in it costs no other part. */
export function Block<Data>({ children, ...frame }: BlockProps<Data>) {
  return (
    <Frame {...frame}>
      <Awaited query={frame.query}>{children}</Awaited>
    </Frame>
  );
}

interface AwaitedProps<Data> {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}

/** What comes with a query: it shows by itself that it is on its way, or not there. */
export function Awaited<Data>({ query, children }: AwaitedProps<Data>) {
  const { data, isError } = query;
  if (data !== undefined) return children(data);
  return isError ? <Failed query={query} /> : <Waiting />;
}

type FrameProps = Omit<BlockProps<unknown>, 'children'> & { children: ReactNode };

/** A part of the dashboard, of which not all waits for its query. */
export function Frame({ title, icon: What, query, tools, children }: FrameProps) {
  const id = useId();
  const { data, isError, dataUpdatedAt } = query;
  return (
    <section aria-labelledby={id} className={classes.block}>
      <div className={classes.head}>
        <Title order={2} id={id}>
          <What size={20} stroke={1.7} aria-hidden />
          {title}
        </Title>
        {isError && data !== undefined && (
          <span className={classes.stale}>{commonTexts.stale(timeOf(dataUpdatedAt))}</span>
        )}
        {tools !== undefined && <div className={classes.tools}>{tools}</div>}
      </div>
      <Part>{children}</Part>
    </section>
  );
}

interface FailedProps {
  query: Pick<UseQueryResult, 'refetch' | 'isFetching'>;
  children?: string;
}

/** In place of what could not be fetched. */
export function Failed({ query, children = texts.failed }: FailedProps) {
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed">
        {children}
      </Text>
      <RetryButton query={query} />
    </Group>
  );
}

function Waiting() {
  return (
    <Stack role="status" gap="xs">
      <VisuallyHidden>{commonTexts.loading}</VisuallyHidden>
      <Skeleton height={28} />
      <Skeleton height={28} width="80%" />
    </Stack>
  );
}

/** In place of a list without anything in it. */
export function Nobody({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}
