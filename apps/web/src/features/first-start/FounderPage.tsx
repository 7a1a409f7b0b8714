import { Alert, Anchor, Button, Loader, Stack, Text, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';

import { firstStartQuery, useFound } from '@/api/first-start';
import { ErrorAlert } from '@/components/ErrorAlert';
import { passwordProblem, repeatProblem } from '@/features/sign-in/new-password';
import { NewPasswordFields } from '@/features/sign-in/NewPasswordFields';
import { SignInFrame } from '@/features/sign-in/SignInFrame';
import classes from '@/features/sign-in/SignInPage.module.css';
import { describeError } from '@/lib/describe-error';
import { fieldErrors } from '@/lib/field-errors';
import { firstStartTexts as texts } from '@/texts/club';

/** Where the address leads that the program prints while there is no administrator. */
export function FounderPage({ token }: { token: string }) {
  const start = useQuery(firstStartQuery(token));
  return (
    <SignInFrame
      title={texts.title}
      below={
        <Text size="sm" ta="center" className={classes.help}>
          <Anchor component={Link} to="/aanmelden" inherit>
            {texts.signIn}
          </Anchor>
        </Text>
      }
    >
      {start.isPending && <Loader mt="lg" mx="auto" display="block" />}
      {start.isError && (
        <Alert mt="lg" role="alert" color="red" icon={<IconAlertCircle />} title={texts.useless}>
          {describeError(start.error).message}
        </Alert>
      )}
      {start.data?.valid === true && <FounderForm token={token} />}
    </SignInFrame>
  );
}

function FounderForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const found = useFound(token);
  const form = useForm({
    initialValues: { display_name: '', username: '', email: '', password: '', repeat: '' },
    validate: {
      display_name: isNotEmpty(texts.displayNameMissing),
      username: isNotEmpty(texts.usernameMissing),
      email: isNotEmpty(texts.emailMissing),
      password: passwordProblem,
      repeat: (value, { password }) => repeatProblem(value, password),
    },
  });
  const submit = form.onSubmit(
    ({ display_name, username, email, password }) =>
      found.mutate(
        { display_name, username, email, password },
        {
          onSuccess: () => void navigate({ to: '/eerste-start', replace: true }),
          onError: (error) => form.setErrors(fieldErrors(error)),
        },
      ),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'display_name')?.focus(),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack mt="lg">
        <Text>{texts.intro}</Text>
        <ErrorAlert error={found.error} title={texts.failed} />
        <TextInput
          label={texts.displayName}
          autoComplete="name"
          size="md"
          {...form.getInputProps('display_name')}
        />
        <TextInput
          label={texts.email}
          type="email"
          autoComplete="email"
          size="md"
          {...form.getInputProps('email')}
        />
        <TextInput
          label={texts.username}
          description={texts.usernameHint}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          {...form.getInputProps('username')}
        />
        <NewPasswordFields
          label={texts.password}
          repeatLabel={texts.repeat}
          password={form.getInputProps('password')}
          repeat={form.getInputProps('repeat')}
        />
        <Button type="submit" size="md" loading={found.isPending}>
          {texts.submit}
        </Button>
      </Stack>
    </form>
  );
}
