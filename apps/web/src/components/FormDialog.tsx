import { Button, Group, Stack } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';

import { useUnsaved } from '@/lib/unsaved';
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
  /** What the button that closes says, when not Annuleren. */
  cancel?: string;
  /** What is being sent stops when it is closed. Without it, a form stays while it sends: it tells when that fails. */
  stops?: boolean;
  /** Whether more was typed than its inputs tell by themselves: a text with formatting, a choice from a list, a file. */
  typed?: boolean;
  /** Nothing that is typed here is worth a question before it is left. */
  fleeting?: true;
  /** Only its buttons close it. */
  firm?: true;
  /** What it does cannot be undone: the button is red. */
  harmful?: true;
  children: ReactNode;
}

/** A small form over the page. It is shown by being there, and gives the focus back when it goes. */
export function FormDialog(props: FormDialogProps) {
  const { title, onClose, onSubmit, submit, pending, disabled, error, errorTitle, children } =
    props;
  const { cancel = commonTexts.cancel, typed = false, fleeting = false, firm } = props;
  const { harmful = false, stops = false } = props;
  const isHeld = pending && !stops && !firm;
  useReturnFocus();
  const [hasInput, setHasInput] = useState(false);
  const isTyped = typed || hasInput;
  const noteInput = () => setHasInput(true);
  const mayClose = useUnsaved(fleeting || !isTyped ? 'nothing' : pending ? 'sending' : 'typed', {
    drop: onClose,
  });
  const isRefused = !pending && error !== null && error !== undefined;
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // When no field is at fault the message has the focus, so that nobody wonders what happened.
    if (isRefused && !hasProblem(alert.current?.closest('form'))) alert.current?.focus();
  }, [isRefused]);

  const close = () => void mayClose().then((may) => may && onClose());
  return (
    <Dialog opened onClose={close} title={title} firm={firm} busy={isHeld}>
      <form onSubmit={onSubmit} onChange={noteInput} onInput={noteInput} noValidate>
        <Stack>
          {children}
          <ErrorAlert ref={alert} tabIndex={-1} error={error} title={errorTitle} />
          <Group justify="flex-end" mt="xs">
            <Button variant="default" disabled={isHeld} onClick={onClose}>
              {cancel}
            </Button>
            <Button
              type="submit"
              color={harmful ? 'red' : undefined}
              loading={pending}
              disabled={disabled}
            >
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

const hasProblem = (form: Element | null | undefined): boolean =>
  form?.querySelector('[aria-invalid="true"]') !== null;
