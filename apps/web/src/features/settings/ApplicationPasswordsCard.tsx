import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
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
import { ErrorAlert } from '@/components/ErrorAlert';
import { formatUtcDateTime } from '@/lib/dates';
import { fieldErrors } from '@/lib/field-errors';
import { settingsTexts } from '@/texts/settings';

import { ListState } from './ListState';
import { NewSecretDialog } from './NewSecretDialog';
import classes from './Settings.module.css';
import { SettingsCard } from './SettingsCard';

const texts = settingsTexts.applicationPasswords;

export function ApplicationPasswordsCard() {
  const passwords = useQuery(applicationPasswordsQuery);
  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      <CreateForm />
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

function CreateForm() {
  const create = useCreateApplicationPassword();
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (value) => (value.trim() === '' ? texts.nameMissing : null) },
  });
  const submit = form.onSubmit(
    ({ name }) =>
      create.mutate(name.trim(), {
        onSuccess: () => form.reset(),
        onError: (error) => form.setErrors(fieldErrors(error)),
      }),
    () => form.getInputNode('name')?.focus(),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <ErrorAlert error={create.error} />
        <Group align="flex-start" gap="sm">
          <TextInput
            label={texts.name}
            placeholder={texts.namePlaceholder}
            autoComplete="off"
            flex="1 1 14rem"
            maw="26rem"
            {...form.getInputProps('name')}
          />
          <Button type="submit" loading={create.isPending} mt={{ base: 0, xs: 25 }}>
            {texts.create}
          </Button>
        </Group>
      </Stack>
      {/* Reset forgets the secret: it is never shown again. */}
      <NewSecretDialog secret={create.data?.password} onClose={create.reset} />
    </form>
  );
}

function PasswordRow({ password }: { password: ApplicationPassword }) {
  const [asking, dialog] = useDisclosure();
  const revoke = useRevokeApplicationPassword();
  const confirm = () =>
    revoke.mutate(password.uuid, {
      onSuccess: () => {
        dialog.close();
        notifications.show({ message: texts.revoked, color: 'green' });
      },
    });
  return (
    <li className={classes.row}>
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
        onConfirm={confirm}
        pending={revoke.isPending}
        error={revoke.error}
      />
    </li>
  );
}

function lastUse({ last_used, last_ip }: ApplicationPassword): string {
  if (last_used === null) return texts.never;
  const time = formatUtcDateTime(last_used);
  return last_ip === null ? time : texts.usedFrom(time, last_ip);
}
