import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';

import { useChangeEmail } from '@/api/administer';
import type { ClubUser } from '@/api/types';
import { FormDialog } from '@/components/FormDialog';
import { fieldErrors } from '@/lib/field-errors';
import { commonTexts } from '@/texts/common';
import { accountTexts as texts } from '@/texts/settings-admin';

/** Corrects where mail about an account goes. */
export function EmailDialog({ user, onClose }: { user: ClubUser; onClose: () => void }) {
  const change = useChangeEmail(user.id);
  const form = useForm({
    initialValues: { email: user.email },
    validate: ({ email }) => (email.trim() === '' ? { email: texts.emailMissing } : {}),
  });
  const submit = form.onSubmit(
    ({ email }) =>
      change.mutate(email.trim(), {
        onSuccess: (changed) => {
          notifications.show({ message: texts.emailChanged(changed.email), color: 'green' });
          onClose();
        },
        onError: (error) => form.setErrors(fieldErrors(error)),
      }),
    () => form.getInputNode('email')?.focus(),
  );
  return (
    <FormDialog
      title={texts.changeEmailTitle(user.name)}
      onClose={onClose}
      onSubmit={submit}
      submit={commonTexts.save}
      pending={change.isPending}
      error={change.error}
      errorTitle={commonTexts.notSaved}
      typed={form.isDirty()}
    >
      <Text size="sm">{texts.changeEmailIntro(user.email)}</Text>
      <TextInput
        type="email"
        label={texts.newEmail}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('email')}
      />
    </FormDialog>
  );
}
