import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { hasStatus } from '@/api/errors';
import { feedbackItemQuery } from '@/api/feedback';
import { mediaSrc } from '@/api/media';
import type { FeedbackItem } from '@/api/types';
import { AnchorLink } from '@/components/links';
import { ListState } from '@/components/ListState';
import { PageHeader } from '@/components/PageHeader';
import { RichText } from '@/components/rich/RichText';
import { NoAccess, NotFound } from '@/components/StatusPage';
import { SettingsCard } from '@/features/settings/SettingsCard';
import { formatUtcDateTime } from '@/lib/dates';
import { feedbackTexts as texts } from '@/texts/feedback';

import classes from './Feedback.module.css';
import { FeedbackActions } from './FeedbackActions';
import { FeedbackBadges } from './FeedbackBadges';
import { FeedbackThread } from './FeedbackThread';

/** One item, with what is said of it. */
export function FeedbackItemPage({ id }: { id: number }) {
  const item = useQuery(feedbackItemQuery(id));
  const search = useLocation({ select: ({ state }) => state.feedbackSearch });
  if (hasStatus(item.error, 403)) return <NoAccess />;
  if (hasStatus(item.error, 404)) return <NotFound />;
  return (
    <Stack gap="md" className={classes.page}>
      <AnchorLink to="/feedback" search={search ?? {}} size="sm" w="fit-content">
        <Group component="span" gap={6}>
          <IconArrowLeft size={16} aria-hidden />
          {texts.back}
        </Group>
      </AnchorLink>
      <ListState query={item}>{(found) => <Shown item={found} />}</ListState>
    </Stack>
  );
}

function Shown({ item }: { item: FeedbackItem }) {
  const { me } = useRouteContext({ from: '/_signed-in' });
  const { author, content, date, meta, screenshots, title } = item;
  return (
    <>
      <PageHeader title={title} subtitle={texts.by(author.name, formatUtcDateTime(date))} />
      <Group gap="xs">
        <FeedbackBadges {...item} />
      </Group>
      <FeedbackActions item={item} me={me} />
      <SettingsCard title={texts.content}>
        <Words html={content} />
        <Words html={meta.steps_to_reproduce} title={texts.stepsTitle} />
        <Words html={meta.expected_behavior} title={texts.expectedTitle} />
        <Words html={meta.actual_behavior} title={texts.actualTitle} />
        <Words html={meta.use_case} title={texts.useCaseTitle} />
        {screenshots.length > 0 && (
          <Stack gap={4}>
            <Title order={3}>{texts.screenshots}</Title>
            <Group gap="sm" align="flex-start">
              {screenshots.map(({ id }, place) => {
                const src = mediaSrc(id, 'full') ?? '';
                return (
                  <a key={id} href={src} target="_blank" rel="noreferrer">
                    <img src={src} alt={texts.screenshot(place + 1)} className={classes.picture} />
                  </a>
                );
              })}
            </Group>
          </Stack>
        )}
        <Words html={meta.agent_plan} title={texts.planTitle} />
      </SettingsCard>
      <Facts item={item} />
      <FeedbackThread item={item} />
    </>
  );
}

function Words({ html, title }: { html: string; title?: string }) {
  if (html === '') return null;
  return (
    <Stack gap={4}>
      {title !== undefined && <Title order={3}>{title}</Title>}
      <RichText html={html} />
    </Stack>
  );
}

function Facts({
  item: { meta, duplicate_of, duplicate_title, duplicates },
}: {
  item: FeedbackItem;
}) {
  const other = (id: number, name: string) => (
    <AnchorLink key={id} to="/feedback/$itemId" params={{ itemId: id }}>
      {name}
    </AnchorLink>
  );
  const rows: readonly (readonly [string, ReactNode])[] = [
    [
      texts.pullRequest,
      meta.pr_url !== '' && (
        <Anchor href={meta.pr_url} target="_blank" rel="noreferrer">
          {meta.pr_url}
        </Anchor>
      ),
    ],
    [texts.branch, meta.agent_branch],
    [texts.duplicateOf, duplicate_of !== null && other(duplicate_of, duplicate_title)],
    [
      texts.duplicates,
      duplicates.length > 0 && (
        <Stack gap={2}>{duplicates.map(({ id, title }) => other(id, title))}</Stack>
      ),
    ],
    [texts.where.address, meta.url_context],
    [texts.where.browser, meta.browser_info],
    [texts.where.version, meta.app_version],
    [texts.where.errors, meta.page_errors],
  ];
  const shown = rows.filter(([, value]) => value !== '' && value !== false);
  if (shown.length === 0) return null;
  return (
    <SettingsCard title={texts.about}>
      <dl className={classes.facts}>
        {shown.map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
      </dl>
    </SettingsCard>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <Text component="dt" size="sm">
        {label}
      </Text>
      <Text component="dd" size="sm">
        {children}
      </Text>
    </>
  );
}
