import { Alert, Button, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { reentry } from '@/api/confirmation';
import { forgetSession, sessionQuery, useSignIn, useSignOut } from '@/api/session';
import { inviteQuery, useAcceptInvite, useRegister } from '@/api/workspaces';
import { ErrorAlert } from '@/components/ErrorAlert';
import { ButtonLink } from '@/components/ButtonLink';
import { passwordProblem, repeatProblem } from '@/features/sign-in/new-password';
import { NewPasswordFields } from '@/features/sign-in/NewPasswordFields';
import { SignInFrame } from '@/features/sign-in/SignInFrame';
import { describeError } from '@/lib/describe-error';
import { fieldErrors } from '@/lib/field-errors';
import { useDecline } from '@/lib/question';
import { inviteTexts as texts, workspaceTexts } from '@/texts/workspaces';

/** Where an invite leads that was mailed: who has an account joins, and who has none makes one. */
export function InvitePage({ token }: { token: string }) {
  useDecline(reentry);
  const invite = useQuery(inviteQuery(token));
  const { data: me } = useQuery(sessionQuery);
  const { data } = invite;
  const problem = invite.isError ? describeError(invite.error).message : data?.message;
  return (
    <SignInFrame title={texts.title}>
      {invite.isPending && <Loader mt="lg" mx="auto" display="block" />}
      {data !== undefined && (
        <Text mt="lg">
          {texts.intro(data.invited_by, data.workspace_name, workspaceTexts.roles[data.role])}
        </Text>
      )}
      {problem !== undefined && (
        <Alert mt="lg" role="alert" color="red" icon={<IconAlertCircle />} title={texts.useless}>
          {problem}
        </Alert>
      )}
      {data?.valid === true &&
        (me != null ? (
          <Accept token={token} email={data.email} mine={isSame(me.email, data.email)} />
        ) : data.has_account ? (
          <Stack mt="lg">
            <Text size="sm" c="dimmed">
              {texts.signInHint(data.email)}
            </Text>
            <ButtonLink to="/aanmelden" search={{ terug: `/workspace-invite/${token}` }} size="md">
              {texts.signIn}
            </ButtonLink>
          </Stack>
        ) : (
          <Register token={token} email={data.email} />
        ))}
    </SignInFrame>
  );
}

/** As the server compares addresses: for whom an invite is not, administrators too, it refuses. */
const isSame = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

function useEnter() {
  const navigate = useNavigate();
  return (workspaceId: number) =>
    void navigate({ to: '/werkruimtes/$workspaceId', params: { workspaceId } });
}

function Accept({ token, email, mine }: { token: string; email: string; mine: boolean }) {
  const accept = useAcceptInvite(token);
  const leave = useSignOut();
  const queryClient = useQueryClient();
  const enter = useEnter();
  if (!mine) {
    return (
      <Stack mt="lg">
        <Alert color="orange" icon={<IconAlertCircle />}>
          {texts.otherAccount(email)}
        </Alert>
        <ErrorAlert error={leave.error} />
        <Button
          size="md"
          loading={leave.isPending}
          onClick={() => leave.mutate(undefined, { onSuccess: () => forgetSession(queryClient) })}
        >
          {texts.otherSignIn}
        </Button>
      </Stack>
    );
  }
  return (
    <Stack mt="lg">
      <ErrorAlert error={accept.error} />
      <Button
        size="md"
        loading={accept.isPending}
        onClick={() =>
          accept.mutate(undefined, { onSuccess: ({ workspace_id }) => enter(workspace_id) })
        }
      >
        {texts.accept}
      </Button>
    </Stack>
  );
}

function Register({ token, email }: { token: string; email: string }) {
  const register = useRegister(token);
  const signIn = useSignIn();
  const enter = useEnter();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { display_name: '', password: '', repeat: '' },
    validate: {
      display_name: (value) => (value.trim() === '' ? texts.displayNameMissing : null),
      password: passwordProblem,
      repeat: (value, { password }) => repeatProblem(value, password),
    },
  });
  const submit = form.onSubmit(
    ({ display_name, password }) =>
      register.mutate(
        { display_name: display_name.trim(), password },
        {
          onSuccess: ({ workspace_id, message }) =>
            signIn.mutate(
              { username: email, password },
              {
                onSuccess: () => enter(workspace_id),
                onError: () => void navigate({ to: '/aanmelden', state: { notice: message } }),
              },
            ),
          onError: (error) => form.setErrors(fieldErrors(error)),
        },
      ),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'display_name')?.focus(),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack mt="lg">
        <ErrorAlert error={register.error} />
        <Text size="sm" c="dimmed">
          {texts.registerHint(email)}
        </Text>
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <TextInput
          label={texts.displayName}
          autoComplete="name"
          size="md"
          {...form.getInputProps('display_name')}
        />
        <NewPasswordFields
          password={form.getInputProps('password')}
          repeat={form.getInputProps('repeat')}
        />
        <Button type="submit" size="md" loading={register.isPending || signIn.isPending}>
          {texts.register}
        </Button>
      </Stack>
    </form>
  );
}
