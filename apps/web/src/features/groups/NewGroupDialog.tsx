import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';

import { useCreateGroup } from '@/api/groups/mutations';
import type { GroupKind } from '@/api/groups/names';
import { FormDialog } from '@/components/FormDialog';
import { useLeadOn } from '@/components/use-lead-on';
import { fieldErrors } from '@/lib/field-errors';
import { groupTexts } from '@/texts/groups';

import { groupPage } from './pages';

interface NewGroupDialogProps {
  kind: GroupKind;
  onClose: () => void;
}

/** Asks for the name alone; the rest is filled in on the page of the group. */
export default function NewGroupDialog({ kind, onClose }: NewGroupDialogProps) {
  const texts = groupTexts.kinds[kind];
  const leadOn = useLeadOn();
  const create = useCreateGroup(kind);
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (value) => (value.trim() === '' ? groupTexts.nameMissing : null) },
  });
  const submit = form.onSubmit(
    ({ name }) =>
      create.mutate(name.trim(), {
        onSuccess: (group) => {
          notifications.show({ message: groupTexts.created(group.name), color: 'green' });
          void leadOn({ ...groupPage(kind, group.id) });
        },
        onError: (error) => form.setErrors({ name: fieldErrors(error).title }),
      }),
    () => form.getInputNode('name')?.focus(),
  );
  return (
    <FormDialog
      title={texts.add}
      onClose={onClose}
      onSubmit={submit}
      submit={groupTexts.create}
      pending={create.isPending}
      error={create.error}
    >
      <TextInput
        label={groupTexts.name}
        placeholder={texts.namePlaceholder}
        required
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
    </FormDialog>
  );
}
