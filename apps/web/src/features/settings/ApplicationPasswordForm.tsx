import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';

import { useCreateApplicationPassword } from '@/api/account';
import { DateField } from '@/components/DateField';
import { ErrorAlert } from '@/components/ErrorAlert';
import { dateProblem } from '@/lib/check-dates';
import { isoDay } from '@/lib/dates';
import { fieldErrors } from '@/lib/field-errors';
import { settingsTexts } from '@/texts/settings';

const texts = settingsTexts.applicationPasswords;

/** What is wrong with a last day: one that has passed lets nobody in. */
const lastDayProblem = (day: string) =>
  dateProblem(day) ?? (day !== '' && day < isoDay(new Date()) ? texts.dayHasPassed : null);

interface ApplicationPasswordFormProps {
  create: ReturnType<typeof useCreateApplicationPassword>;
}

/** What a program is called, until when it may come in, and whether it may change anything. */
export function ApplicationPasswordForm({ create }: ApplicationPasswordFormProps) {
  const form = useForm({
    initialValues: { name: '', expires: '', readOnly: false },
    validate: {
      name: (value) => (value.trim() === '' ? texts.nameMissing : null),
      expires: lastDayProblem,
    },
  });
  const submit = form.onSubmit(
    ({ name, expires, readOnly }) =>
      create.mutate(
        {
          name: name.trim(),
          ...(expires !== '' && { expires }),
          ...(readOnly && { read_only: true }),
        },
        {
          onSuccess: () => form.reset(),
          onError: (error) => form.setErrors(fieldErrors(error)),
        },
      ),
    (errors) => form.getInputNode(errors.name ? 'name' : 'expires')?.focus(),
  );
  return (
    <form onSubmit={submit} noValidate>
      <ErrorAlert error={create.error} mb="sm" />
      <Stack gap="sm">
        <Group align="flex-start" gap="sm">
          <TextInput
            label={texts.name}
            placeholder={texts.namePlaceholder}
            autoComplete="off"
            flex="1 1 14rem"
            maw="26rem"
            {...form.getInputProps('name')}
          />
          <DateField
            label={texts.expires}
            placeholder={texts.noEnd}
            w={{ base: '100%', xs: '12rem' }}
            value={form.values.expires}
            onChange={(day) => form.setFieldValue('expires', day)}
            error={form.errors.expires}
          />
        </Group>
        <Group gap="sm" justify="space-between">
          <Checkbox
            label={texts.readOnlyLabel}
            {...form.getInputProps('readOnly', { type: 'checkbox' })}
          />
          <Button type="submit" loading={create.isPending}>
            {texts.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
