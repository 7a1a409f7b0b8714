import { PasswordInput, Text, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';

import type { Credentials, Me } from '@/api/types';
import { FormDialog } from '@/components/FormDialog';
import { signInTexts } from '@/texts/sign-in';

interface PasswordDialogProps {
  me: Me;
  title: string;
  message: string;
  submit: string;
  cancel?: string;
  /** Somebody else may sign in. */
  anybody?: true;
  /** Sends what was typed. */
  sending: {
    mutate: (typed: Credentials, then: { onError: (error: unknown) => void }) => void;
    isPending: boolean;
    error: unknown;
  };
  /** What is wrong with the password, undefined when it is something else. */
  problem: (error: unknown) => string | undefined;
  onClose: () => void;
}

/** Asks for a password above the page. What was typed there stays. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { me, title, message, submit, cancel, anybody, sending, problem, onClose } = props;
  const form = useForm({
    initialValues: { username: me.email, password: '' },
    validate: {
      username: isNotEmpty(signInTexts.usernameMissing),
      password: isNotEmpty(signInTexts.passwordMissing),
    },
  });
  const send = form.onSubmit(
    (typed) =>
      sending.mutate(typed, {
        onError: (error) => {
          const wrong = problem(error);
          if (wrong !== undefined) form.setErrors({ password: wrong });
          form.getInputNode('password')?.focus();
        },
      }),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'password')?.focus(),
  );
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={send}
      submit={submit}
      pending={sending.isPending}
      error={problem(sending.error) === undefined ? sending.error : null}
      cancel={cancel}
      fleeting
    >
      <Text role="status">{message}</Text>
      {anybody ? (
        <TextInput
          label={signInTexts.username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('username')}
        />
      ) : (
        // Tells a password manager whose password this is.
        <input type="text" autoComplete="username" value={me.email} readOnly hidden />
      )}
      <PasswordInput
        label={signInTexts.password}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
    </FormDialog>
  );
}
