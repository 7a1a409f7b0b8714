import { EmptyState, Group, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconMessageReport } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';

import { feedbackQuery } from '@/api/feedback';
import { AnchorLink } from '@/components/links';
import { ListState } from '@/components/ListState';
import { MoreButton } from '@/components/MoreButton';
import { PageHeader } from '@/components/PageHeader';
import { formatUtcDate } from '@/lib/dates';
import { feedbackTexts as texts } from '@/texts/feedback';

import classes from './Feedback.module.css';
import { FeedbackBadges } from './FeedbackBadges';
import {
  among,
  feedbackOrders,
  feedbackPriorities,
  type FeedbackSearch,
  feedbackTabs,
  feedbackTypes,
} from './route';

interface FeedbackPageProps {
  search: FeedbackSearch;
  onSearch: (change: Partial<FeedbackSearch>) => void;
}

/** What users reported, by how far it is. */
export function FeedbackPage({ search, onSearch }: FeedbackPageProps) {
  const { me } = useRouteContext({ from: '/_signed-in' });
  // Whoever reported something looks here what became of it.
  const usual = me.is_admin ? 'open' : 'all';
  const toon = among(feedbackTabs, search.toon) ?? usual;
  const soort = among(feedbackTypes, search.soort);
  const belang = among(feedbackPriorities, search.belang);
  const volgorde = among(feedbackOrders, search.volgorde) ?? 'date';
  const list = useInfiniteQuery(
    feedbackQuery({
      status: toon === 'all' ? undefined : toon,
      type: soort,
      priority: belang,
      orderby: volgorde,
    }),
  );
  return (
    <Stack gap="md" className={classes.page}>
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      <div className={classes.tabs}>
        <SegmentedControl
          aria-label={texts.tabs}
          value={toon}
          onChange={(chosen) => onSearch({ toon: chosen === usual ? undefined : chosen })}
          data={feedbackTabs.map((value) => ({ value, label: texts.statuses[value] }))}
        />
      </div>
      <Stack gap="md">
        <Group gap="sm">
          <NativeSelect
            label={texts.type}
            value={soort ?? ''}
            onChange={({ currentTarget: { value } }) => onSearch({ soort: value || undefined })}
            data={[
              { value: '', label: texts.everyType },
              ...feedbackTypes.map((value) => ({ value, label: texts.types[value] })),
            ]}
          />
          <NativeSelect
            label={texts.priority}
            value={belang ?? ''}
            onChange={({ currentTarget: { value } }) => onSearch({ belang: value || undefined })}
            data={[
              { value: '', label: texts.everyPriority },
              ...feedbackPriorities.map((value) => ({ value, label: texts.priorities[value] })),
            ]}
          />
          <NativeSelect
            label={texts.order}
            value={volgorde}
            onChange={({ currentTarget: { value } }) =>
              onSearch({ volgorde: value === 'date' ? undefined : value })
            }
            data={feedbackOrders.map((value) => ({ value, label: texts.orders[value] }))}
          />
        </Group>
        <ListState query={list}>
          {({ pages }) => {
            const items = pages.flatMap(({ rows }) => rows);
            if (items.length === 0) {
              return (
                <EmptyState
                  icon={<IconMessageReport />}
                  title={texts.empty}
                  description={texts.emptyHint}
                  py="xl"
                />
              );
            }
            return (
              <>
                <ul className={classes.list} aria-label={texts.list}>
                  {items.map((item) => (
                    <li key={item.id} className={classes.row}>
                      <Stack gap={2} flex="1 1 18rem" miw={0}>
                        <AnchorLink
                          to="/feedback/$itemId"
                          params={{ itemId: item.id }}
                          state={{ feedbackSearch: search }}
                          fw={500}
                        >
                          {item.title}
                        </AnchorLink>
                        <Text size="sm" c="dimmed">
                          {texts.by(item.author.name, formatUtcDate(item.date))}
                        </Text>
                      </Stack>
                      <Group gap="xs">
                        <FeedbackBadges {...item} />
                      </Group>
                    </li>
                  ))}
                </ul>
                <MoreButton query={list} />
              </>
            );
          }}
        </ListState>
      </Stack>
    </Stack>
  );
}
