import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { IconAlertCircle, IconMailCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { useRequestReset } from '@/api/password-reset';
import { forgottenTexts as texts } from '@/texts/sign-in';

import { signInProblem } from './problem';
import { SignInFrame } from './SignInFrame';
import classes from './SignInPage.module.css';

/** Where somebody asks for a mail with a link that sets a password. */
export function ForgottenPage() {
  const request = useRequestReset();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { login: '' },
    validate: { login: isNotEmpty(texts.loginMissing) },
    onSubmitPreventDefault: 'always',
  });
  const submit = form.onSubmit(
    ({ login }) => request.mutate(login),
    () => form.getInputNode('login')?.focus(),
  );
  return (
    <SignInFrame
      title={texts.title}
      below={
        <Text size="sm" ta="center" className={classes.help}>
          <Anchor component={Link} to="/aanmelden" inherit>
            {texts.back}
          </Anchor>
        </Text>
      }
    >
      {request.isSuccess ? (
        <Alert mt="lg" role="status" color="green" icon={<IconMailCheck />}>
          {request.data.message} {texts.sentHint}
        </Alert>
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack mt="lg">
            <Text>{texts.intro}</Text>
            {request.isError && (
              <Alert role="alert" color="red" icon={<IconAlertCircle />} title={texts.failed}>
                {signInProblem(request.error)}
              </Alert>
            )}
            <TextInput
              label={texts.login}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              size="md"
              key={form.key('login')}
              {...form.getInputProps('login')}
            />
            <Button type="submit" size="md" loading={request.isPending}>
              {texts.submit}
            </Button>
          </Stack>
        </form>
      )}
    </SignInFrame>
  );
}
