import { TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { fieldErrors } from '@/lib/field-errors';
import { commonTexts } from '@/texts/common';

import { FormDialog } from './FormDialog';

interface TermDialogProps<Values extends { name: string }, Variables, Answer> {
  title: string;
  texts: {
    name: string;
    nameMissing: string;
    nameHint?: string;
    notSaved?: string;
    saved?: (name: string) => string;
  };
  /** Of the name. */
  longest?: number;
  initialValues: Values;
  save: UseMutationResult<Answer, Error, Variables>;
  /** What to send for what was filled in. */
  toVariables: (values: Values) => Variables;
  onClose: () => void;
  onSaved?: (answer: Answer) => void;
  /** What there is to fill in besides the name. */
  children?: (form: UseFormReturnType<Values>) => ReactNode;
}

/** Makes or changes something that has a name and perhaps a little more. */
export function TermDialog<Values extends { name: string }, Variables, Answer>(
  props: TermDialogProps<Values, Variables, Answer>,
) {
  const { title, texts, initialValues, save, toVariables, onClose, onSaved, longest, children } =
    props;
  const form = useForm<Values>({
    initialValues,
    validate: ({ name }) => (name.trim() === '' ? { name: texts.nameMissing } : {}),
  });
  const submit = form.onSubmit(
    (values) =>
      save.mutate(toVariables({ ...values, name: values.name.trim() }), {
        onSuccess: (answer) => {
          const message = texts.saved?.(values.name.trim()) ?? commonTexts.saved;
          notifications.show({ message, color: 'green' });
          onClose();
          onSaved?.(answer);
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
      errorTitle={texts.notSaved ?? commonTexts.notSaved}
    >
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        maxLength={longest}
        required
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      {children?.(form)}
    </FormDialog>
  );
}
