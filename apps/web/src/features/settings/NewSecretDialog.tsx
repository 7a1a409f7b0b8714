import { Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

import { Dialog } from '@/components/Dialog';
import { commonTexts } from '@/texts/common';
import { settingsTexts } from '@/texts/settings';

import classes from './Settings.module.css';

const texts = settingsTexts.applicationPasswords;

interface NewSecretDialogProps {
  secret: string | undefined;
  onClose: () => void;
}

/** The only moment at which a new application password can be read. */
export function NewSecretDialog({ secret, onClose }: NewSecretDialogProps) {
  return (
    <Dialog
      opened={secret !== undefined}
      onClose={onClose}
      title={texts.shownTitle}
      // A click beside the dialog must not throw the password away.
      closeOnClickOutside={false}
    >
      <Stack>
        <Text>{texts.shownOnce}</Text>
        <output className={classes.secret}>{secret}</output>
        <Group justify="space-between">
          <CopyButton value={secret ?? ''}>
            {({ copied, copy }) => (
              <Button
                variant="light"
                leftSection={
                  copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
                }
                onClick={copy}
              >
                {copied ? commonTexts.copied : commonTexts.copy}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{texts.shownDone}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
