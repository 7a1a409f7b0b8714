import { Button, Loader, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { isSyncing, memberSync, memberSyncStateQuery, useSyncingSince } from '@/api/member-sync';
import { sessionQuery } from '@/api/session';
import type { Person } from '@/api/types';
import { commonTexts } from '@/texts/common';
import { memberSyncTexts } from '@/texts/member-sync';

import { describeSync, describeSyncError, elapsed, maySync, waitingHint } from './member-sync';
import { fullName } from '@/lib/names';

/** How long a result stays for whoever looked away. */
const resultStays = 30_000;

/** The button that brings a person up to date, for who may and where it makes sense. */
export function MemberSync({ person }: { person: Person }) {
  const { data: me } = useQuery(sessionQuery);
  return maySync(me, person) && <SyncButton person={person} />;
}

function SyncButton({ person: { id, acf } }: { person: Person }) {
  const queryClient = useQueryClient();
  const name = fullName(acf) || commonTexts.unnamed;
  const since = useSyncingSince(id);
  const busy = since !== undefined;
  const { mutate } = useMutation(
    memberSync(
      queryClient,
      { id, code: acf['assoc-id'] },
      {
        done: (result) =>
          notifications.show({
            color: 'green',
            autoClose: resultStays,
            message: describeSync(result, { id, name }),
          }),
        failed: (error) =>
          notifications.show({
            color: 'red',
            autoClose: false,
            title: memberSyncTexts.failed(name),
            message: describeSyncError(error),
          }),
      },
    ),
  );
  const start = () => {
    if (!isSyncing(queryClient, id)) mutate();
  };
  return (
    <Stack gap="xs" mt="md" align="flex-start">
      {/* Not disabled while it works: the keyboard would lose its place. */}
      <Button
        variant="default"
        leftSection={
          busy ? <Loader size={16} aria-hidden /> : <IconRefresh size={18} aria-hidden />
        }
        data-disabled={busy || undefined}
        aria-disabled={busy}
        onClick={start}
      >
        {busy ? memberSyncTexts.busy : memberSyncTexts.action}
      </Button>
      {busy && <Waiting since={since} code={acf['assoc-id']} />}
      <VisuallyHidden role="status">{busy && memberSyncTexts.busy}</VisuallyHidden>
    </Stack>
  );
}

function Waiting({ since, code }: { since: number; code: string }) {
  const { data: state } = useQuery(memberSyncStateQuery(code));
  const doing = state && memberSyncTexts.states[state];
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), 1000, { autoInvoke: true });
  return (
    <Text size="sm" c="dimmed">
      {doing && (
        <Text span c="bright" display="block">
          {doing}
        </Text>
      )}
      {memberSyncTexts.elapsed(elapsed(now - since))} {waitingHint(now - since)}
    </Text>
  );
}
