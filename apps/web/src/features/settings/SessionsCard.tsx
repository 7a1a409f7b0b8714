import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { useEndOtherSessions, useEndSession, userSessionsQuery } from '@/api/account';
import type { UserSession } from '@/api/types';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { Folded } from '@/components/Folded';
import { ListState } from '@/components/ListState';
import { formatUtcDateTime } from '@/lib/dates';
import { describeError } from '@/lib/describe-error';
import { settingsTexts } from '@/texts/settings';

import classes from './Settings.module.css';
import { SettingsCard } from './SettingsCard';
import { readUserAgent } from './user-agent';

const texts = settingsTexts.sessions;

export function SessionsCard() {
  const sessions = useQuery(userSessionsQuery);
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0;
  return (
    <SettingsCard
      title={texts.title}
      intro={texts.intro}
      action={others > 0 && <EndOtherSessions />}
    >
      <ListState query={sessions}>
        {(list) => (
          <Folded items={currentFirst(list)} limit={5}>
            {(shown) => (
              <ul className={classes.list}>
                {shown.map((session) => (
                  <SessionRow key={session.id} session={session} />
                ))}
              </ul>
            )}
          </Folded>
        )}
      </ListState>
    </SettingsCard>
  );
}

/** This device is never folded away. */
const currentFirst = (list: readonly UserSession[]) =>
  [...list].sort((a, b) => Number(b.current) - Number(a.current));

function SessionRow({ session }: { session: UserSession }) {
  const end = useEndSession();
  const device = deviceName(session.user_agent);
  const isPhone = /iPhone|Android/.test(session.user_agent);
  const DeviceIcon = isPhone ? IconDeviceMobile : IconDeviceLaptop;

  const endIt = () =>
    end.mutate(session.id, {
      onSuccess: () => notifications.show({ message: texts.ended, color: 'green' }),
      onError: (error) => notifications.show({ color: 'red', ...describeError(error) }),
    });
  return (
    <li className={classes.row}>
      <Group wrap="nowrap" miw={0} flex="1 1 16rem">
        <DeviceIcon size={24} stroke={1.5} aria-hidden className={classes.icon} />
        <Stack gap={0} miw={0}>
          <Group gap="xs">
            <Text fw={600}>{device}</Text>
            {session.current && (
              <Badge variant="light" tt="none">
                {texts.current}
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {[
              texts.lastSeen(formatUtcDateTime(session.last_seen)),
              texts.started(formatUtcDateTime(session.created)),
              session.address,
            ].join(' · ')}
          </Text>
        </Stack>
      </Group>
      {!session.current && (
        <Button
          variant="default"
          size="xs"
          loading={end.isPending}
          aria-label={texts.endThing(device)}
          onClick={endIt}
        >
          {texts.end}
        </Button>
      )}
    </li>
  );
}

function EndOtherSessions() {
  const [asking, dialog] = useDisclosure();
  const end = useEndOtherSessions();
  return (
    <>
      <Button variant="default" size="xs" onClick={dialog.open}>
        {texts.endOthers}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={dialog.close}
        title={texts.endOthersTitle}
        message={texts.endOthersMessage}
        confirm={texts.end}
        mutation={end}
        variables={undefined}
        onDone={({ deleted }) =>
          notifications.show({ message: texts.othersEnded(deleted), color: 'green' })
        }
      />
    </>
  );
}

function deviceName(userAgent: string): string {
  const { browser, system } = readUserAgent(userAgent);
  if (browser !== undefined && system !== undefined) return texts.browserOn(browser, system);
  // A program has no browser's name; its own first word says most.
  return browser ?? system ?? (userAgent.split(/[\s/]/)[0] || texts.unknownDevice);
}
