import { PasswordInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';

import { confirmation } from '@/api/confirmation';
import { ApiError } from '@/api/errors';
import { useConfirmPassword } from '@/api/session';
import type { Me } from '@/api/types';
import { FormDialog } from '@/components/FormDialog';
import { confirmPasswordTexts as texts } from '@/texts/shell';

/** Asks for the password once more, before the server does what makes somebody's access. */
export default function ConfirmPasswordDialog({ me }: { me: Me }) {
  const confirm = useConfirmPassword();
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? texts.missing : null) },
  });
  const focus = () => form.getInputNode('password')?.focus();
  const submit = form.onSubmit(
    ({ password }) =>
      confirm.mutate(password, {
        onSuccess: () => confirmation.settle(true),
        onError: (error) => {
          if (isWrong(error)) form.setErrors({ password: texts.wrong });
          focus();
        },
      }),
    focus,
  );
  return (
    <FormDialog
      title={texts.title}
      onClose={() => confirmation.settle(false)}
      onSubmit={submit}
      submit={texts.submit}
      fleeting
      pending={confirm.isPending}
      error={isWrong(confirm.error) ? null : confirm.error}
    >
      <Text>{texts.message}</Text>
      {/* Tells a password manager whose password this is. */}
      <input type="text" autoComplete="username" value={me.email} readOnly hidden />
      <PasswordInput
        label={texts.password}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
    </FormDialog>
  );
}

const isWrong = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'wrong_password';
