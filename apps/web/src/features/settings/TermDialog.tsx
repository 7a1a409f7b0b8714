import { TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { FormDialog } from '@/components/FormDialog';
import { fieldErrors } from '@/lib/field-errors';
import { commonTexts } from '@/texts/common';

interface TermDialogProps<Values extends { name: string }, Variables> {
  title: string;
  texts: { name: string; nameMissing: string };
  initialValues: Values;
  save: UseMutationResult<unknown, Error, Variables>;
  /** What to send for what was filled in. */
  toVariables: (values: Values) => Variables;
  onClose: () => void;
  /** What there is to fill in besides the name. */
  children?: (form: UseFormReturnType<Values>) => ReactNode;
}

/** Makes or changes something that has a name and perhaps a little more. */
export function TermDialog<Values extends { name: string }, Variables>(
  props: TermDialogProps<Values, Variables>,
) {
  const { title, texts, initialValues, save, toVariables, onClose, children } = props;
  const form = useForm<Values>({
    initialValues,
    validate: ({ name }) => (name.trim() === '' ? { name: texts.nameMissing } : {}),
  });
  const submit = form.onSubmit(
    (values) =>
      save.mutate(toVariables({ ...values, name: values.name.trim() }), {
        onSuccess: () => {
          notifications.show({ message: commonTexts.saved, color: 'green' });
          onClose();
        },
        onError: (error) => form.setErrors(fieldErrors(error)),
      }),
    () => form.getInputNode('name')?.focus(),
  );
  return (
    <FormDialog
      title={title}
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
      {children?.(form)}
    </FormDialog>
  );
}
