import { Badge, NativeSelect, Stack, type MantineColor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { mailsQuery, useSendMail } from '@/api/mails';
import type { KeptMail } from '@/api/types';
import { formatUtcDateTime } from '@/lib/dates';
import { notifyFailure } from '@/lib/notify-failure';
import { mailTexts as texts } from '@/texts/mails';

import { mailStates } from './mail-states';
import { RowButton } from './RowButton';
import { SettingsCard } from './SettingsCard';
import { SettingsList, SettingsRow } from './SettingsList';
import { SuppressionsCard } from './SuppressionsCard';

const shown = 50;

const colors: Record<KeptMail['state'], MantineColor> = {
  waiting: 'gray',
  sending: 'gray',
  retrying: 'orange',
  sent: 'green',
  failed: 'red',
  uncertain: 'orange',
  suppressed: 'red',
  withdrawn: 'gray',
};

type State = KeptMail['state'];

/** The ends after which a mail may go anew, but for a daily overview: what that said is destroyed. */
const ended: readonly State[] = ['failed', 'uncertain', 'suppressed'];

export function MailTab({ state }: { state: State | undefined }) {
  const navigate = useNavigate();
  const mails = useQuery(mailsQuery(state));
  return (
    <Stack gap="lg">
      <SettingsCard title={texts.title} intro={texts.intro}>
        <NativeSelect
          label={texts.filter}
          maw="16rem"
          mb="md"
          value={state ?? ''}
          onChange={({ currentTarget: { value } }) =>
            void navigate({
              to: '/instellingen/mail',
              search: { status: mailStates.find((one) => one === value) },
              replace: true,
            })
          }
          data={[
            { value: '', label: texts.all },
            ...mailStates.map((value) => ({ value, label: texts.states[value] })),
          ]}
        />
        <SettingsList query={mails} empty={texts.empty} limit={shown}>
          {(mail) => <MailRow key={mail.id} mail={mail} />}
        </SettingsList>
      </SettingsCard>
      <SuppressionsCard />
    </Stack>
  );
}

function MailRow({ mail }: { mail: KeptMail }) {
  const { id, subject, state, kind, cause, tries, created } = mail;
  const to = mail.to.map(({ email }) => email).join(', ');
  const send = useSendMail();
  const about = [
    texts.about(texts.kind(kind), to, formatUtcDateTime(created)),
    ...(cause === null ? [] : [texts.tries(tries), texts.cause(cause)]),
  ];
  return (
    <SettingsRow
      title={subject}
      icon={IconMail}
      badge={
        <Badge variant="light" color={colors[state]} tt="none">
          {texts.states[state]}
        </Badge>
      }
      about={about.join(' · ')}
    >
      {(state === 'retrying' || (ended.includes(state) && kind !== 'digest')) && (
        <RowButton
          label={texts.send}
          name={texts.sendThing(subject, to)}
          loading={send.isPending}
          onClick={() =>
            send.mutate(id, {
              onSuccess: () => notifications.show({ color: 'green', message: texts.sent }),
              onError: notifyFailure,
            })
          }
        />
      )}
    </SettingsRow>
  );
}
