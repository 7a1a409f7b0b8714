import { Badge } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { useEndOtherSessions, useEndSession, userSessionsQuery } from '@/api/account';
import type { UserSession } from '@/api/types';
import { formatUtcDateTime } from '@/lib/dates';
import { notifyFailure } from '@/lib/notify-failure';
import { settingsTexts } from '@/texts/settings';

import { ConfirmButton } from './ConfirmButton';
import { RowButton } from './RowButton';
import { SettingsCard } from './SettingsCard';
import { SettingsList, SettingsRow } from './SettingsList';

const texts = settingsTexts.sessions;

export function SessionsCard() {
  const sessions = useQuery({ ...userSessionsQuery, select: currentFirst });
  const others = sessions.data?.some(({ current }) => !current) === true;
  return (
    <SettingsCard title={texts.title} intro={texts.intro} action={others && <EndOtherSessions />}>
      <SettingsList query={sessions} limit={5}>
        {(session) => <SessionRow key={session.id} session={session} />}
      </SettingsList>
    </SettingsCard>
  );
}

/** This device is never folded away. */
const currentFirst = (list: readonly UserSession[]) =>
  [...list].sort((a, b) => Number(b.current) - Number(a.current));

function SessionRow({ session }: { session: UserSession }) {
  const end = useEndSession();
  const device = deviceName(session);
  const isPhone = /iPhone|Android/.test(session.system);

  const endIt = () =>
    end.mutate(session.id, {
      onSuccess: () => notifications.show({ message: texts.ended, color: 'green' }),
      onError: notifyFailure,
    });
  return (
    <SettingsRow
      title={device}
      icon={isPhone ? IconDeviceMobile : IconDeviceLaptop}
      badge={
        session.current && (
          <Badge variant="light" tt="none">
            {texts.current}
          </Badge>
        )
      }
      about={[
        texts.lastSeen(formatUtcDateTime(session.last_seen)),
        texts.started(formatUtcDateTime(session.created)),
        session.address,
      ].join(' · ')}
    >
      {!session.current && (
        <RowButton
          label={texts.end}
          name={texts.endThing(device)}
          loading={end.isPending}
          onClick={endIt}
        />
      )}
    </SettingsRow>
  );
}

function EndOtherSessions() {
  const end = useEndOtherSessions();
  return (
    <ConfirmButton
      label={texts.endOthers}
      title={texts.endOthersTitle}
      message={texts.endOthersMessage}
      confirm={texts.end}
      mutation={end}
      variables={undefined}
      done={({ deleted }) => texts.othersEnded(deleted)}
    />
  );
}

function deviceName({ browser, system, user_agent: userAgent }: UserSession): string {
  if (browser !== '' && system !== '') return texts.browserOn(browser, system);
  // A program has no browser's name; its own first word says most.
  return browser || system || userAgent.split(/[\s/]/)[0] || texts.unknownDevice;
}
