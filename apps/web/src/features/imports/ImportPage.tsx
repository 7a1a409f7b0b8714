import { Group, List, Progress, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';

import { followImport, importQuery, useDiscardImport, useUndoImport, works } from '@/api/imports';
import { staleAfter, useMakeStale } from '@/api/stale';
import type { PeopleImport } from '@/api/types';
import { ButtonLink } from '@/components/ButtonLink';
import { ListState } from '@/components/ListState';
import { useLeadOn } from '@/components/use-lead-on';
import { ConfirmButton } from '@/features/settings/ConfirmButton';
import { SettingsCard } from '@/features/settings/SettingsCard';
import { importTexts as texts } from '@/texts/imports';

import { ColumnsCard } from './ColumnsCard';
import { RowsCard } from './RowsCard';
import { StateBadge } from './StateBadge';

/** One file: its columns, what it would do, how far it is, what became of it. */
export function ImportPage({ id }: { id: number }) {
  const query = useQuery(importQuery(id));
  useChangedPeople(query.data);
  return (
    <Stack gap="lg">
      <Group>
        <ButtonLink
          to="/instellingen/importeren"
          variant="subtle"
          size="compact-md"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
        >
          {texts.back}
        </ButtonLink>
      </Group>
      {query.data === undefined ? (
        <SettingsCard title={texts.title}>
          <ListState query={query}>{() => null}</ListState>
        </SettingsCard>
      ) : (
        <ListState query={query}>
          {(one) => (
            <>
              <HeadCard one={one} />
              {one.state === 'draft' && <ColumnsCard one={one} />}
              {!works(one) && <RowsCard one={one} />}
            </>
          )}
        </ListState>
      )}
    </Stack>
  );
}

/** What shows people is asked for anew once a job is done, also when this page was left by then. */
function useChangedPeople(one: PeopleImport | undefined): void {
  const stale = useMakeStale(staleAfter.imported());
  const working = useRef(false);
  const now = one !== undefined && works(one);
  useEffect(() => {
    if (working.current && !now) void stale();
    working.current = now;
  }, [now, stale]);
  const queryClient = useQueryClient();
  const leave = useEffectEvent(() => {
    if (one !== undefined && works(one)) followImport(queryClient, one.id);
  });
  useEffect(() => () => leave(), []);
}

function HeadCard({ one }: { one: PeopleImport }) {
  const undo = useUndoImport();
  const discard = useDiscardImport();
  const leadOn = useLeadOn();
  const { id, file, state, counts } = one;
  const rows = state === 'undoing' ? counts.new + counts.changed : one.total;
  return (
    <SettingsCard
      title={file}
      action={
        state === 'draft' ? (
          <ConfirmButton
            label={texts.discard}
            title={texts.discardTitle(file)}
            message={texts.discardMessage}
            confirm={texts.discard}
            mutation={discard}
            variables={id}
            done={() => {
              void leadOn({ to: '/instellingen/importeren' });
              return texts.discarded(file);
            }}
          />
        ) : one.undo_until !== null && !works(one) ? (
          <ConfirmButton
            label={texts.undo}
            title={texts.undoTitle(file)}
            message={texts.undoMessage}
            confirm={texts.undo}
            mutation={undo}
            variables={id}
            done={() => texts.undoBegun}
          />
        ) : undefined
      }
    >
      <Group>
        <StateBadge state={state} />
        {!works(one) && one.undone + one.left > 0 && (
          <Text size="sm">{texts.summary(one.undone, one.left)}</Text>
        )}
      </Group>
      {one.stopped !== '' && (
        <Text c="red" role="alert">
          {one.stopped}
        </Text>
      )}
      {one.notices.length > 0 && (
        <List size="sm">
          {one.notices.map((notice) => (
            <List.Item key={notice}>{notice}</List.Item>
          ))}
        </List>
      )}
      {works(one) && (
        <Stack gap={4}>
          <Progress
            value={(100 * one.processed) / Math.max(1, rows)}
            aria-label={texts.states[state]}
          />
          <Text size="sm" role="status">
            {texts.progress(one.processed, rows)}. {texts.working}
          </Text>
        </Stack>
      )}
    </SettingsCard>
  );
}
