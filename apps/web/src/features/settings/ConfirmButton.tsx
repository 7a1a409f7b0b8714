import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import type { Icon } from '@tabler/icons-react';
import type { UseMutationResult } from '@tanstack/react-query';

import { ConfirmDialog } from '@/components/ConfirmDialog';

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
}

/** Takes something away, after a question. */
export function ConfirmButton<Answer, Variables>(props: ConfirmButtonProps<Answer, Variables>) {
  const { label, name, icon, done, ...question } = props;
  const [asking, dialog] = useDisclosure();
  return (
    <>
      <RowButton label={label} name={name} icon={icon} danger onClick={dialog.open} />
      <ConfirmDialog
        opened={asking}
        onClose={dialog.close}
        {...question}
        onDone={(answer) => notifications.show({ message: done(answer), color: 'green' })}
      />
    </>
  );
}
