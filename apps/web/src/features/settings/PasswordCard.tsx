import { Button, Checkbox, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';

import { applicationPasswordsQuery, useChangePassword } from '@/api/account';
import { ApiError } from '@/api/errors';
import { secondFactorQuery } from '@/api/second-factor';
import { forgetSession } from '@/api/session';
import { ErrorAlert } from '@/components/ErrorAlert';
import { useLeadOn } from '@/components/use-lead-on';
import { passwordProblem, repeatProblem } from '@/features/sign-in/new-password';
import { fieldErrors } from '@/lib/field-errors';
import { settingsTexts } from '@/texts/settings';

import { PasswordsLeftDialog } from './PasswordsLeftDialog';
import { SettingsCard } from './SettingsCard';

const texts = settingsTexts.password;

export function PasswordCard() {
  const queryClient = useQueryClient();
  const leadOn = useLeadOn();
  const { me } = useRouteContext({ from: '/_signed-in' });
  const change = useChangePassword();
  const passwords = useQuery(applicationPasswordsQuery).data ?? [];
  const passkeys = useQuery(secondFactorQuery).data?.passkeys ?? [];
  const others = [...passwords, ...passkeys].map(({ name }) => name);
  const form = useForm({
    initialValues: { current_password: '', new_password: '', repeat: '', revoke: false },
    validate: {
      current_password: (value) => (value === '' ? texts.currentMissing : null),
      new_password: passwordProblem,
      repeat: (value, { new_password }) => repeatProblem(value, new_password),
    },
  });

  // The server ended every session, this one too.
  const leave = (terug?: string) => {
    forgetSession(queryClient);
    void leadOn({
      to: '/aanmelden',
      search: { terug },
      state: { notice: texts.done },
    });
  };

  const submit = form.onSubmit(
    ({ current_password, new_password, revoke }) =>
      change.mutate(
        { current_password, new_password, revoke_application_passwords: revoke },
        {
          onSuccess: ({ application_passwords }) => {
            form.reset();
            if (application_passwords.length === 0) leave();
          },
          onError: (error) => {
            form.setErrors({
              ...fieldErrors(error),
              ...(isWrongPassword(error) && { current_password: error.message }),
            });
            form
              .getInputNode(isWrongPassword(error) ? 'current_password' : 'new_password')
              ?.focus();
          },
        },
      ),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'current_password')?.focus(),
  );

  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      <form onSubmit={submit} noValidate>
        <Stack maw="26rem">
          {!isWrongPassword(change.error) && <ErrorAlert error={change.error} />}
          {/* Tells a password manager whose password this is. */}
          <input type="text" autoComplete="username" value={me.email} readOnly hidden />
          <PasswordInput
            label={texts.current}
            autoComplete="current-password"
            {...form.getInputProps('current_password')}
          />
          <PasswordInput
            label={texts.new}
            description={texts.newHint}
            autoComplete="new-password"
            {...form.getInputProps('new_password')}
          />
          <PasswordInput
            label={texts.repeat}
            autoComplete="new-password"
            {...form.getInputProps('repeat')}
          />
          {others.length > 0 && (
            <Checkbox
              label={texts.revoke}
              description={texts.revokeHint(others.join(', '))}
              {...form.getInputProps('revoke', { type: 'checkbox' })}
            />
          )}
          <Button type="submit" loading={change.isPending} w="fit-content">
            {texts.submit}
          </Button>
        </Stack>
      </form>
      <PasswordsLeftDialog
        left={change.data?.application_passwords ?? []}
        onKeep={() => leave()}
        onRevoke={() => leave('/instellingen/beveiliging')}
      />
    </SettingsCard>
  );
}

const isWrongPassword = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'wrong_password';
