import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode, SyntheticEvent } from 'react';

import { commonTexts } from '@/texts/common';

import { Dialog } from './Dialog';
import { ErrorAlert } from './ErrorAlert';
import { useReturnFocus } from './use-return-focus';

interface FormDialogProps {
  title: string;
  onClose: () => void;
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void;
  /** What the button that sends says. */
  submit: string;
  pending: boolean;
  disabled?: boolean;
  error: unknown;
  errorTitle?: string;
  children: ReactNode;
}

/** A small form over the page. It is shown by being there, and gives the focus back when it goes. */
export function FormDialog(props: FormDialogProps) {
  const { title, onClose, onSubmit, submit, pending, disabled, error, errorTitle, children } =
    props;
  useReturnFocus();
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <ErrorAlert error={error} title={errorTitle} />
          {children}
          <Group justify="flex-end" mt="xs">
            <Button variant="default" onClick={onClose}>
              {commonTexts.cancel}
            </Button>
            <Button type="submit" loading={pending} disabled={disabled}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
