import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';

import { ErrorAlert } from '@/components/ErrorAlert';
import { fieldErrors } from '@/lib/field-errors';

interface NameFormProps<Answer, Variables> {
  texts: { name: string; namePlaceholder: string; nameMissing: string; create: string };
  create: UseMutationResult<Answer, Error, Variables>;
  /** What to send for a name. */
  toVariables: (name: string) => Variables;
}

/** Makes something that needs no more than a name. */
export function NameForm<Answer, Variables>(props: NameFormProps<Answer, Variables>) {
  const { texts, create, toVariables } = props;
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (value) => (value.trim() === '' ? texts.nameMissing : null) },
  });
  const submit = form.onSubmit(
    ({ name }) =>
      create.mutate(toVariables(name.trim()), {
        onSuccess: () => form.reset(),
        onError: (error) => form.setErrors(fieldErrors(error)),
      }),
    () => form.getInputNode('name')?.focus(),
  );
  return (
    <form onSubmit={submit} noValidate>
      <ErrorAlert error={create.error} mb="sm" />
      <Group align="flex-start" gap="sm">
        <TextInput
          label={texts.name}
          placeholder={texts.namePlaceholder}
          autoComplete="off"
          flex="1 1 14rem"
          maw="26rem"
          {...form.getInputProps('name')}
        />
        <Button type="submit" loading={create.isPending} mt={{ base: 0, xs: 25 }}>
          {texts.create}
        </Button>
      </Group>
    </form>
  );
}
