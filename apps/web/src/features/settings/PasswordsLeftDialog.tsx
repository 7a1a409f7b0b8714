import { Button, Group, Stack, Text } from '@mantine/core';

import type { PasswordChanged } from '@/api/types';
import { Dialog } from '@/components/Dialog';
import { settingsTexts } from '@/texts/settings';

import { PasswordRow } from './ApplicationPasswordsCard';
import classes from './Settings.module.css';

const texts = settingsTexts.password;

interface PasswordsLeftDialogProps {
  /** The application passwords that a new password has left. Nothing is shown when there are none. */
  left: PasswordChanged['application_passwords'];
  onKeep: () => void;
  onRevoke: () => void;
}

/** Whoever knew the old password may have made one of these. By now nobody is signed in any more. */
export function PasswordsLeftDialog({ left, onKeep, onRevoke }: PasswordsLeftDialogProps) {
  return (
    <Dialog
      opened={left.length > 0}
      onClose={onKeep}
      title={texts.leftTitle}
      closeOnClickOutside={false}
    >
      <Stack>
        <Text>{texts.left(left.length)}</Text>
        <ul className={classes.list}>
          {left.map((password) => (
            <PasswordRow key={password.uuid} password={password} />
          ))}
        </ul>
        <Group justify="flex-end">
          <Button variant="default" onClick={onKeep}>
            {texts.leftKeep}
          </Button>
          <Button onClick={onRevoke} data-autofocus>
            {texts.leftRevoke}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
