import { Alert, Anchor, Button, Checkbox, Loader, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';

import { linkQuery, useResetPassword } from '@/api/password-reset';
import { sessionQuery } from '@/api/session';
import { ErrorAlert } from '@/components/ErrorAlert';
import { describeError } from '@/lib/describe-error';
import { fieldErrors } from '@/lib/field-errors';
import { revokeTexts } from '@/texts/new-password';
import { settingsTexts } from '@/texts/settings';
import { newPasswordTexts as texts } from '@/texts/sign-in';

import { passwordProblem, repeatProblem } from './new-password';
import { NewPasswordFields } from './NewPasswordFields';
import { SignInFrame } from './SignInFrame';
import classes from './SignInPage.module.css';

/** Where a link leads that was mailed: somebody sets a password. */
export function NewPasswordPage({ token }: { token: string }) {
  const link = useQuery(linkQuery(token));
  const problem = link.isError ? describeError(link.error).message : link.data?.message;
  return (
    <SignInFrame
      title={texts.title}
      below={
        <Text size="sm" ta="center" className={classes.help}>
          <Anchor component={Link} to="/wachtwoord" inherit>
            {texts.another}
          </Anchor>
        </Text>
      }
    >
      {link.isPending && <Loader mt="lg" mx="auto" display="block" />}
      {problem !== undefined && (
        <Alert mt="lg" role="alert" color="red" icon={<IconAlertCircle />} title={texts.useless}>
          {problem}
        </Alert>
      )}
      {link.data?.valid === true && <NewPasswordForm token={token} />}
    </SignInFrame>
  );
}

function NewPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const reset = useResetPassword(token);
  const form = useForm({
    initialValues: { new_password: '', repeat: '', revoke: false },
    validate: {
      new_password: passwordProblem,
      repeat: (value, { new_password }) => repeatProblem(value, new_password),
    },
  });
  const tell = async (message: string) => {
    // Somebody else may be signed in here, who is not led to sign in.
    const me = await queryClient.query({ ...sessionQuery, staleTime: 0 }).catch(() => null);
    if (me !== null) notifications.show({ color: 'green', message });
    await navigate(me === null ? { to: '/aanmelden', state: { notice: message } } : { to: '/' });
  };
  const submit = form.onSubmit(
    ({ new_password, revoke }) =>
      reset.mutate(
        { new_password, revoke_application_passwords: revoke },
        {
          onSuccess: ({ message }) => void tell(message),
          onError: (error) => {
            form.setErrors(fieldErrors(error));
            form.getInputNode('new_password')?.focus();
          },
        },
      ),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'new_password')?.focus(),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack mt="lg">
        <ErrorAlert error={reset.error} />
        <NewPasswordFields
          password={form.getInputProps('new_password')}
          repeat={form.getInputProps('repeat')}
        />
        <Checkbox
          label={settingsTexts.password.revoke}
          description={revokeTexts.hint}
          {...form.getInputProps('revoke', { type: 'checkbox' })}
        />
        <Button type="submit" size="md" loading={reset.isPending}>
          {texts.submit}
        </Button>
      </Stack>
    </form>
  );
}
