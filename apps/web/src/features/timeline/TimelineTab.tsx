import { Button, EmptyState, Group, SegmentedControl, Stack } from '@mantine/core';
import { IconNote, IconPhonePlus, IconTimeline } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { type TimelineKind, timelineQuery } from '@/api/timeline';
import { ListState } from '@/components/ListState';
import { MoreButton } from '@/components/MoreButton';
import { mayLeave } from '@/lib/unsaved';
import { timelineTexts as texts } from '@/texts/timeline';

import { MomentForm, timelineList, type Writes } from './MomentForm';
import classes from './Timeline.module.css';
import { TimelineEntry } from './TimelineEntry';

const kinds: readonly TimelineKind[] = ['all', 'activity', 'note', 'todo', 'email'];

/** What was logged and noted about somebody, and the user's tasks about them; newest first. */
export default function TimelineTab({ person }: { person: number }) {
  const [kind, setKind] = useState<TimelineKind>('all');
  const [writes, setWrites] = useState<Writes>();
  const timeline = useInfiniteQuery(timelineQuery(person, kind));
  return (
    <Stack gap="md" className={classes.tab}>
      {writes === undefined ? (
        <Group gap="xs">
          <Button
            leftSection={<IconPhonePlus size={18} aria-hidden />}
            onClick={() => setWrites('activity')}
          >
            {texts.add.activity}
          </Button>
          <Button
            variant="default"
            leftSection={<IconNote size={18} aria-hidden />}
            onClick={() => setWrites('note')}
          >
            {texts.add.note}
          </Button>
        </Group>
      ) : (
        <MomentForm
          key={writes}
          person={person}
          writes={writes}
          onClose={() => setWrites(undefined)}
        />
      )}
      <SegmentedControl
        aria-label={texts.filter}
        value={kind}
        onChange={(chosen) => {
          const next = kinds.find((one) => one === chosen) ?? 'all';
          // Another list has no place for what is being changed in this one.
          void mayLeave(timelineList).then((may) => may && setKind(next));
        }}
        data={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
        className={classes.filter}
      />
      <ListState query={timeline}>
        {({ pages }) => {
          const items = pages.flatMap(({ rows }) => rows);
          return items.length === 0 ? (
            <EmptyState
              icon={<IconTimeline />}
              title={texts.empty}
              description={texts.emptyHint}
              py="xl"
            />
          ) : (
            <>
              <ol className={classes.list}>
                {items.map((item) => (
                  <TimelineEntry key={`${item.type}-${item.id}`} person={person} item={item} />
                ))}
              </ol>
              <MoreButton query={timeline} />
            </>
          );
        }}
      </ListState>
    </Stack>
  );
}
