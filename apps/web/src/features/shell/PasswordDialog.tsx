import { Alert, PasswordInput, Text, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { IconShieldLock } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';

import type { Credentials, Me } from '@/api/types';
import { FormDialog } from '@/components/FormDialog';
import { asksForCode, isFirstAsked } from '@/features/sign-in/problem';
import { signInTexts } from '@/texts/sign-in';

interface PasswordDialogProps {
  me: Me;
  title: string;
  message: string;
  submit: string;
  cancel?: string;
  /** The session ended: somebody else may sign in, and what was typed below must not be lost by a slip. */
  anybody?: true;
  /** Sends what was typed. */
  sending: {
    mutate: (typed: Credentials, then: { onError: (error: unknown) => void }) => void;
    isPending: boolean;
    error: unknown;
  };
  /** What is wrong with the password, undefined when it is something else. */
  problem: (error: unknown) => string | undefined;
  /** What else may be used, below the fields. */
  beside?: (typed: Credentials, asksCode: boolean) => ReactNode;
  onClose: () => void;
}

/** Asks for a password above the page. What was typed there stays. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { me, title, message, submit, cancel, anybody, sending, problem, beside, onClose } = props;
  const [asksCode, setAsksCode] = useState(false);
  const form = useForm({
    initialValues: { username: me.email, password: '', code: '' },
    validate: {
      username: isNotEmpty(signInTexts.usernameMissing),
      password: isNotEmpty(signInTexts.passwordMissing),
      code: (value) => (asksCode && value.trim() === '' ? signInTexts.codeMissing : null),
    },
    // The code was asked for somebody: whoever else signs in need not have one.
    onValuesChange: (now, before) => {
      if (now.username !== before.username || now.password !== before.password) setAsksCode(false);
    },
  });
  const focusCode = useEffectEvent(() => form.getInputNode('code')?.focus());
  useEffect(() => {
    if (asksCode) focusCode();
  }, [asksCode]);
  const send = form.onSubmit(
    ({ code, ...typed }) =>
      sending.mutate(asksCode ? { ...typed, code } : typed, {
        onError: (error) => {
          const wrong = problem(error);
          const field = asksForCode(error) ? 'code' : 'password';
          if (asksForCode(error)) setAsksCode(true);
          if (wrong !== undefined && !isFirstAsked(error)) form.setErrors({ [field]: wrong });
          form.getInputNode(field)?.focus();
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
      firm={anybody}
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
      {asksCode && isFirstAsked(sending.error) && (
        <Alert role="status" icon={<IconShieldLock />}>
          {signInTexts.codeAsked}
        </Alert>
      )}
      {asksCode && (
        <TextInput
          label={signInTexts.code}
          description={signInTexts.codeHint}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('code')}
        />
      )}
      {beside?.({ username: form.values.username, password: form.values.password }, asksCode)}
    </FormDialog>
  );
}
