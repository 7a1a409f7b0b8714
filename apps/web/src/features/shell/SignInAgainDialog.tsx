import { PasswordInput, Text, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';

import { reentry } from '@/api/confirmation';
import { useSignIn } from '@/api/session';
import type { Me } from '@/api/types';
import { FormDialog } from '@/components/FormDialog';
import { signInProblem } from '@/features/sign-in/problem';
import { forgetUnsaved } from '@/lib/unsaved';
import { signInAgainTexts as texts, signInTexts } from '@/texts/sign-in';

/** Signs in above the page, after the session ended: what was typed stays, and what was asked is asked again. */
export default function SignInAgainDialog({ me }: { me: Me }) {
  const signIn = useSignIn();
  const form = useForm({
    initialValues: { username: me.email, password: '' },
    validate: {
      username: isNotEmpty(signInTexts.usernameMissing),
      password: isNotEmpty(signInTexts.passwordMissing),
    },
  });
  const enter = (id: number) => {
    if (id === me.id) {
      reentry.settle(true);
      return;
    }
    // Somebody else: nothing of who was here before may be seen or sent.
    forgetUnsaved();
    window.location.assign('/');
  };
  const submit = form.onSubmit(
    (credentials) =>
      signIn.mutate(credentials, {
        onSuccess: ({ id }) => enter(id),
        onError: (error) => {
          form.setErrors({ password: signInProblem(error) });
          form.getInputNode('password')?.focus();
        },
      }),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'password')?.focus(),
  );
  return (
    <FormDialog
      title={texts.title}
      onClose={() => reentry.settle(false)}
      onSubmit={submit}
      submit={signInTexts.submit}
      pending={signIn.isPending}
      error={null}
      cancel={texts.leave}
      fleeting
    >
      <Text role="status">{texts.message}</Text>
      <TextInput
        label={signInTexts.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('username')}
      />
      <PasswordInput
        label={signInTexts.password}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
    </FormDialog>
  );
}
