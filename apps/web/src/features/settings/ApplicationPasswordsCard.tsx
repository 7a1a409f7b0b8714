import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import {
  applicationPasswordsQuery,
  useCreateApplicationPassword,
  useRevokeApplicationPassword,
} from '@/api/account';
import type { ApplicationPassword } from '@/api/types';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { formatUtcDateTime } from '@/lib/dates';
import { settingsTexts } from '@/texts/settings';

import { ListState } from '@/components/ListState';
import { NameForm } from './NameForm';
import { NewSecretDialog } from './NewSecretDialog';
import classes from './Settings.module.css';
import { SettingsCard } from './SettingsCard';

const texts = settingsTexts.applicationPasswords;

export function ApplicationPasswordsCard() {
  const passwords = useQuery(applicationPasswordsQuery);
  const create = useCreateApplicationPassword();
  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      <NameForm texts={texts} create={create} toVariables={(name) => name} />
      {/* Reset forgets the secret: it is never shown again. */}
      <NewSecretDialog secret={create.data?.password} onClose={create.reset} />
      <ListState query={passwords}>
        {(list) =>
          list.length === 0 ? (
            <Text c="dimmed">{texts.empty}</Text>
          ) : (
            <ul className={classes.list}>
              {list.map((password) => (
                <PasswordRow key={password.uuid} password={password} />
              ))}
            </ul>
          )
        }
      </ListState>
    </SettingsCard>
  );
}

function PasswordRow({ password }: { password: ApplicationPassword }) {
  const [asking, dialog] = useDisclosure();
  const revoke = useRevokeApplicationPassword();
  return (
    <li className={classes.row}>
      <PasswordUse password={password} />
      <Button
        variant="default"
        size="xs"
        aria-label={texts.revokeThing(password.name)}
        onClick={dialog.open}
      >
        {texts.revoke}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={dialog.close}
        title={texts.revokeTitle(password.name)}
        message={texts.revokeMessage}
        confirm={texts.revoke}
        mutation={revoke}
        variables={password.uuid}
        onDone={() => notifications.show({ message: texts.revoked, color: 'green' })}
      />
    </li>
  );
}

/** What a password is for, and whether it is in use. */
export function PasswordUse({ password }: { password: ApplicationPassword }) {
  return (
    <Group wrap="nowrap" miw={0} flex="1 1 16rem">
      <IconKey size={24} stroke={1.5} aria-hidden className={classes.icon} />
      <Stack gap={0} miw={0}>
        <Text fw={600}>{password.name}</Text>
        <Text size="sm" c="dimmed">
          {texts.createdAt} {formatUtcDateTime(password.created)} · {texts.lastUsed}:{' '}
          {lastUse(password)}
        </Text>
      </Stack>
    </Group>
  );
}

function lastUse({ last_used, last_ip }: ApplicationPassword): string {
  if (last_used === null) return texts.never;
  const time = formatUtcDateTime(last_used);
  return last_ip === null ? time : texts.usedFrom(time, last_ip);
}
