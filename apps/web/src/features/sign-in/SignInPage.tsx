import { Alert, Button, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

import { useSignIn } from '@/api/session';
import { useClubName, usePageTitle } from '@/components/page-title';
import { signInTexts } from '@/texts/sign-in';
import mark from '@/theme/mark.svg';

import { signInProblem } from './problem';
import classes from './SignInPage.module.css';

interface SignInPageProps {
  /** Where the user wanted to go. */
  returnTo: string;
}

export function SignInPage({ returnTo }: SignInPageProps) {
  usePageTitle(signInTexts.title);
  return (
    <main className={classes.page}>
      <Stack gap="lg" className={classes.column}>
        <Stack gap="xs" align="center">
          <img src={mark} alt="" className={classes.mark} />
          <Text className={classes.club}>{useClubName()}</Text>
        </Stack>
        <Paper radius="lg" p={{ base: 'lg', xs: 'xl' }} className={classes.card}>
          <Title order={1} size="h2" ta="center">
            {signInTexts.title}
          </Title>
          <SignInForm returnTo={returnTo} />
        </Paper>
        <Text size="sm" ta="center" className={classes.help}>
          {signInTexts.help}
        </Text>
      </Stack>
    </main>
  );
}

function SignInForm({ returnTo }: SignInPageProps) {
  const router = useRouter();
  const notice = useLocation({ select: (location) => location.state.notice });
  const signIn = useSignIn();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { username: '', password: '' },
    validate: {
      username: isNotEmpty(signInTexts.usernameMissing),
      password: isNotEmpty(signInTexts.passwordMissing),
    },
    onSubmitPreventDefault: 'always',
  });

  const focusFirst = useEffectEvent(() => form.getInputNode('username')?.focus());
  useEffect(() => focusFirst(), []);

  const submit = form.onSubmit(
    (credentials) =>
      signIn.mutate(credentials, {
        onSuccess: () => router.history.push(returnTo),
        onError: () => form.getInputNode('password')?.focus(),
      }),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'username')?.focus(),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack mt="lg">
        {notice !== undefined && signIn.isIdle && (
          <Alert role="status" color="green" icon={<IconCircleCheck />}>
            {notice}
          </Alert>
        )}
        {signIn.isError && (
          <Alert role="alert" color="red" icon={<IconAlertCircle />} title={signInTexts.failed}>
            {signInProblem(signIn.error)}
          </Alert>
        )}
        <TextInput
          label={signInTexts.username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          key={form.key('username')}
          {...form.getInputProps('username')}
        />
        <PasswordInput
          label={signInTexts.password}
          autoComplete="current-password"
          size="md"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" size="md" loading={signIn.isPending} mt="xs">
          {signInTexts.submit}
        </Button>
      </Stack>
    </form>
  );
}
