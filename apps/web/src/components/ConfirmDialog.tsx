import { Button, Group, Text } from '@mantine/core';

import { commonTexts } from '@/texts/common';

import { Dialog } from './Dialog';
import { ErrorAlert } from './ErrorAlert';

interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  message: string;
  confirm: string;
  onConfirm: () => void;
  pending: boolean;
  error?: unknown;
}

/** Asks once more before something that cannot be undone. The focus starts on the harmless answer. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, onClose, title, message, confirm, onConfirm, pending, error } = props;
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <Text>{message}</Text>
      <ErrorAlert error={error} mt="md" />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {commonTexts.cancel}
        </Button>
        <Button color="red" loading={pending} onClick={onConfirm}>
          {confirm}
        </Button>
      </Group>
    </Dialog>
  );
}
