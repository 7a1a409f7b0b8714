import { Alert, type AlertProps, List } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { Ref } from 'react';

import { ApiError } from '@/api/errors';
import { describeError } from '@/lib/describe-error';

interface ErrorAlertProps extends Omit<AlertProps, 'title' | 'children'> {
  /** Nothing is shown while there is no error. */
  error: unknown;
  title?: string;
  ref?: Ref<HTMLDivElement>;
  tabIndex?: number;
}

/** Says what went wrong with what the user just did, beside where it was done. */
export function ErrorAlert({ error, title, ...rest }: ErrorAlertProps) {
  if (error === undefined || error === null) return null;
  const described = describeError(error);
  return (
    <Alert
      role="alert"
      color="red"
      icon={<IconAlertCircle />}
      title={title ?? described.title}
      {...rest}
    >
      {described.message}
      <FieldMessages error={error} />
    </Alert>
  );
}

/** Every message, also when its field has no input on this form: no refusal may go unseen. */
function FieldMessages({ error }: { error: unknown }) {
  const messages =
    error instanceof ApiError ? new Set(Object.values(error.fields)) : new Set<string>();
  if (messages.size === 0) return null;
  return (
    <List size="sm" mt={4}>
      {[...messages].map((message) => (
        <List.Item key={message}>{message}</List.Item>
      ))}
    </List>
  );
}
