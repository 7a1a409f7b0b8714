import { Select, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';

import { useSaveRelationshipType } from '@/api/terms';
import type { RelationshipType } from '@/api/types';
import { FormDialog } from '@/components/FormDialog';
import { fieldErrors } from '@/lib/field-errors';
import { commonTexts } from '@/texts/common';
import { relationshipTypeTexts as texts } from '@/texts/settings-admin';

interface RelationshipTypeDialogProps {
  /** Without it, a new one. */
  type: RelationshipType | undefined;
  types: readonly RelationshipType[];
  onClose: () => void;
}

export default function RelationshipTypeDialog({
  type,
  types,
  onClose,
}: RelationshipTypeDialogProps) {
  const save = useSaveRelationshipType();
  const form = useForm({
    initialValues: {
      name: type?.name ?? '',
      inverse_relationship_type: type?.acf.inverse_relationship_type ?? 0,
      is_gender_dependent: type?.acf.is_gender_dependent ?? false,
      gender_dependent_group: type?.acf.gender_dependent_group ?? '',
    },
    validate: { name: (value) => (value.trim() === '' ? texts.nameMissing : null) },
  });
  const { inverse_relationship_type: inverse } = form.values;

  const submit = form.onSubmit(
    ({ name, ...acf }) =>
      save.mutate(
        { id: type?.id, values: { name: name.trim(), acf } },
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
      title={type === undefined ? texts.add : texts.editTitle}
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
      <Select
        label={texts.inverse}
        description={texts.inverseHint}
        searchable
        clearable
        placeholder={texts.noInverse}
        clearButtonProps={{ 'aria-label': texts.noInverse }}
        data={types.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={inverse === 0 ? null : String(inverse)}
        onChange={(chosen) => form.setFieldValue('inverse_relationship_type', Number(chosen))}
        error={form.errors.inverse_relationship_type}
      />
      <Switch
        label={texts.genderDependent}
        description={texts.genderDependentHint}
        {...form.getInputProps('is_gender_dependent', { type: 'checkbox' })}
      />
      {form.values.is_gender_dependent && (
        <TextInput
          label={texts.group}
          description={texts.groupHint}
          autoComplete="off"
          {...form.getInputProps('gender_dependent_group')}
        />
      )}
    </FormDialog>
  );
}
