import { useDisclosure } from '@mantine/hooks';
import type { Icon } from '@tabler/icons-react';
import type { UseMutationResult } from '@tanstack/react-query';

import { ConfirmDialog } from '@/components/ConfirmDialog';
import { sayDone } from '@/components/UndoMessage';

import { RowButton } from './RowButton';

interface ConfirmButtonProps<Answer, Variables> {
  label: string;
  name?: string;
  icon?: Icon;
  /** The question. */
  title: string;
  message: string;
  confirm: string;
  /** What a yes does, and with what. */
  mutation: UseMutationResult<Answer, Error, Variables>;
  variables: Variables;
  /** What is said when it is done. */
  done: (answer: Answer) => string;
  /** What takes it back, when that can be done. */
  undo?: (answer: Answer) => string | undefined;
}

/** Takes something away, after a question. */
export function ConfirmButton<Answer, Variables>(props: ConfirmButtonProps<Answer, Variables>) {
  const { label, name, icon, done, undo, ...question } = props;
  const [asking, dialog] = useDisclosure();
  return (
    <>
      <RowButton label={label} name={name} icon={icon} danger onClick={dialog.open} />
      <ConfirmDialog
        opened={asking}
        onClose={dialog.close}
        {...question}
        onDone={(answer) => sayDone(done(answer), [undo?.(answer)])}
      />
    </>
  );
}
