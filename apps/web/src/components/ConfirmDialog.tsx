import { Button, Group, Text } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';

import { commonTexts } from '@/texts/common';

import { Dialog } from './Dialog';
import { ErrorAlert } from './ErrorAlert';

interface ConfirmDialogProps<Answer, Variables> {
  opened: boolean;
  onClose: () => void;
  title: string;
  message: string;
  confirm: string;
  /** Nothing is lost by it: the button is not red. */
  harmless?: true;
  /** What the answer does, and with what: as it is when the question is asked, whatever the page behind shows later. */
  mutation: UseMutationResult<Answer, Error, Variables>;
  variables: Variables;
  onDone: (answer: Answer) => void;
}

/** Asks once more before something that cannot be undone. The focus starts on the harmless answer. */
export function ConfirmDialog<Answer, Variables>(props: ConfirmDialogProps<Answer, Variables>) {
  const { opened, onClose, title, message, confirm, harmless, mutation, variables, onDone } = props;
  const [asked, setAsked] = useState({ opened, variables });
  if (asked.opened !== opened) setAsked({ opened, variables });
  const close = () => {
    mutation.reset();
    onClose();
  };
  // A promise: the row that asked may be gone before the answer is told, and its own callbacks with it.
  const go = () =>
    mutation.mutateAsync(asked.variables).then(
      (answer) => {
        onClose();
        onDone(answer);
      },
      () => undefined, // the alert says why
    );
  return (
    <Dialog opened={opened} onClose={close} title={title} busy={mutation.isPending}>
      <Text>{message}</Text>
      <ErrorAlert error={mutation.error} mt="md" />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close} disabled={mutation.isPending} data-autofocus>
          {commonTexts.cancel}
        </Button>
        <Button
          color={harmless ? undefined : 'red'}
          loading={mutation.isPending}
          onClick={() => void go()}
        >
          {confirm}
        </Button>
      </Group>
    </Dialog>
  );
}
