import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';

import { useInvite } from '@/api/workspaces';
import { FormDialog } from '@/components/FormDialog';
import { fieldErrors } from '@/lib/field-errors';
import { workspaceTexts as texts } from '@/texts/workspaces';

export default function InviteDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const invite = useInvite(id);
  const form = useForm<{ email: string; role: 'admin' | 'member' }>({
    initialValues: { email: '', role: 'member' },
    validate: ({ email }) => (email.trim() === '' ? { email: texts.emailMissing } : {}),
  });
  const submit = form.onSubmit(
    ({ email, role }) =>
      invite.mutate(
        { email: email.trim(), role },
        {
          onSuccess: (sent) => {
            notifications.show({ message: texts.inviteSent(sent.email), color: 'green' });
            onClose();
          },
          onError: (error) => form.setErrors(fieldErrors(error)),
        },
      ),
    () => form.getInputNode('email')?.focus(),
  );
  return (
    <FormDialog
      title={texts.inviteTitle}
      onClose={onClose}
      onSubmit={submit}
      submit={texts.invite}
      pending={invite.isPending}
      error={invite.error}
      typed={form.isDirty()}
    >
      <TextInput
        type="email"
        label={texts.email}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('email')}
      />
      <Select
        label={texts.role}
        description={texts.roleHint}
        allowDeselect={false}
        data={(['member', 'admin'] as const).map((value) => ({ value, label: texts.roles[value] }))}
        {...form.getInputProps('role')}
      />
    </FormDialog>
  );
}
