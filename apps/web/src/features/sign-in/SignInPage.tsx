import { Alert, Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { IconAlertCircle, IconCircleCheck, IconShieldLock } from '@tabler/icons-react';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

import { useSignIn, useSignInByPasskey } from '@/api/session';
import { signInTexts } from '@/texts/sign-in';

import { PasskeyChoice } from './PasskeyChoice';
import { asksForCode, isFirstAsked, signInProblem } from './problem';
import { SignInFrame } from './SignInFrame';
import classes from './SignInPage.module.css';

interface SignInPageProps {
  /** Where the user wanted to go. */
  returnTo: string;
}

export function SignInPage({ returnTo }: SignInPageProps) {
  return (
    <SignInFrame
      title={signInTexts.title}
      below={
        <Text size="sm" ta="center" className={classes.help}>
          <Anchor component={Link} to="/wachtwoord" inherit>
            {signInTexts.forgotten}
          </Anchor>
        </Text>
      }
    >
      <SignInForm returnTo={returnTo} />
    </SignInFrame>
  );
}

function SignInForm({ returnTo }: SignInPageProps) {
  const router = useRouter();
  const notice = useLocation({ select: (location) => location.state.notice });
  const byCode = useSignIn();
  const byPasskey = useSignInByPasskey();
  const signIn = byPasskey.isIdle ? byCode : byPasskey; // the one that was tried last
  const [asksCode, setAsksCode] = useState(false);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { username: '', password: '', code: '' },
    validate: {
      username: isNotEmpty(signInTexts.usernameMissing),
      password: isNotEmpty(signInTexts.passwordMissing),
      code: (value) => (asksCode && value.trim() === '' ? signInTexts.codeMissing : null),
    },
    onSubmitPreventDefault: 'always',
    // The code was asked for somebody: whoever else signs in need not have one.
    onValuesChange: (now, before) => {
      if (!asksCode || (now.username === before.username && now.password === before.password)) {
        return;
      }
      setAsksCode(false);
      byCode.reset();
      byPasskey.reset();
    },
  });

  const focusFirst = useEffectEvent(() => form.getInputNode('username')?.focus());
  useEffect(() => focusFirst(), []);
  const focusCode = useEffectEvent(() => form.getInputNode('code')?.focus());
  useEffect(() => {
    if (asksCode) focusCode();
  }, [asksCode]);

  const whenDone = { onSuccess: () => router.history.push(returnTo) };
  // After the password it is for whom that is; before it, for whom the passkey is.
  const usePasskey = () => {
    const { username, password } = form.getValues();
    byPasskey.mutate(asksCode ? { username, password } : {}, whenDone);
  };
  const submit = form.onSubmit(
    ({ code, ...credentials }) => {
      byPasskey.reset();
      byCode.mutate(asksCode ? { ...credentials, code } : credentials, {
        ...whenDone,
        onError: (error) => {
          if (asksForCode(error)) {
            setAsksCode(true);
            form.setFieldValue('code', '');
          }
          form.getInputNode(asksForCode(error) ? 'code' : 'password')?.focus();
        },
      });
    },
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
        {signIn.isError && isFirstAsked(signIn.error) ? (
          <Alert role="status" icon={<IconShieldLock />}>
            {signInTexts.codeAsked}
          </Alert>
        ) : (
          signIn.isError && (
            <Alert role="alert" color="red" icon={<IconAlertCircle />} title={signInTexts.failed}>
              {signInProblem(signIn.error)}
            </Alert>
          )
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
        {asksCode && (
          <TextInput
            label={signInTexts.code}
            description={signInTexts.codeHint}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            size="md"
            key={form.key('code')}
            {...form.getInputProps('code')}
          />
        )}
        <Button type="submit" size="md" loading={byCode.isPending} mt="xs">
          {signInTexts.submit}
        </Button>
        <PasskeyChoice
          afterPassword={asksCode}
          pending={byPasskey.isPending}
          onClick={usePasskey}
          size="md"
        />
      </Stack>
    </form>
  );
}
