import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';

import { useSaveLabel } from '@/api/terms';
import { FormDialog } from '@/components/FormDialog';
import { fieldErrors } from '@/lib/field-errors';
import { commonTexts } from '@/texts/common';
import { labelTexts as texts } from '@/texts/settings-admin';

interface RenameLabelDialogProps {
  id: number;
  name: string;
  onClose: () => void;
}

export function RenameLabelDialog({ id, name, onClose }: RenameLabelDialogProps) {
  const save = useSaveLabel();
  const form = useForm({
    initialValues: { name },
    validate: { name: (value) => (value.trim() === '' ? texts.nameMissing : null) },
  });
  const submit = form.onSubmit(
    (values) =>
      save.mutate(
        { id, values: { name: values.name.trim() } },
        {
          onSuccess: () => {
            notifications.show({ message: commonTexts.saved, color: 'green' });
            onClose();
          },
          onError: (error) => form.setErrors(fieldErrors(error)),
        },
      ),
    () => form.getInputNode('name')?.focus(),
  );
  return (
    <FormDialog
      title={texts.renameTitle}
      onClose={onClose}
      onSubmit={submit}
      submit={commonTexts.save}
      pending={save.isPending}
      error={save.error}
      errorTitle={commonTexts.notSaved}
    >
      <TextInput
        label={texts.name}
        required
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
    </FormDialog>
  );
}
