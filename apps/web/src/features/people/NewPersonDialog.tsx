import { Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';

import { useCreatePerson } from '@/api/people/mutations';
import type { PersonChange } from '@/api/people/wire';
import type { ContactEntry } from '@/api/types';
import { FormDialog } from '@/components/FormDialog';
import { fullName } from '@/features/person/name';
import { fieldErrors } from '@/lib/field-errors';
import { peopleTexts } from '@/texts/people';

const empty = { first_name: '', infix: '', last_name: '', email: '', mobile: '' };

type Values = typeof empty;

const { createFields: labels } = peopleTexts;

/** Asks just enough to find a person again; the rest is filled in on the person's own page. */
export default function NewPersonDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const create = useCreatePerson();
  const form = useForm<Values>({
    initialValues: empty,
    validate: {
      first_name: (value) => (value.trim() === '' ? peopleTexts.firstNameMissing : null),
      email: (value) =>
        value.trim() === '' || value.includes('@') ? null : peopleTexts.emailInvalid,
    },
  });

  const submit = form.onSubmit(
    (values) =>
      create.mutate(toFields(values), {
        onSuccess: (person) => {
          notifications.show({
            message: peopleTexts.created(fullName(person.acf)),
            color: 'green',
          });
          void navigate({ to: '/leden/$personId', params: { personId: person.id } });
        },
        onError: (error) => form.setErrors(toFormErrors(fieldErrors(error), values)),
      }),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'first_name')?.focus(),
  );

  return (
    <FormDialog
      title={peopleTexts.add}
      onClose={onClose}
      onSubmit={submit}
      submit={peopleTexts.create}
      pending={create.isPending}
      error={create.error}
    >
      <TextInput
        label={labels.first_name}
        required
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('first_name')}
      />
      <Group grow align="flex-start">
        <TextInput label={labels.infix} autoComplete="off" {...form.getInputProps('infix')} />
        <TextInput
          label={labels.last_name}
          autoComplete="off"
          {...form.getInputProps('last_name')}
        />
      </Group>
      <TextInput
        label={labels.email}
        type="email"
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      <TextInput
        label={labels.mobile}
        type="tel"
        autoComplete="off"
        {...form.getInputProps('mobile')}
      />
    </FormDialog>
  );
}

/** The contact rows that the two inputs stand for, in the order in which they are sent. */
const contactInputs = ['email', 'mobile'] as const;

const filledContacts = (values: Values) =>
  contactInputs.filter((type) => values[type].trim() !== '');

function toFields(values: Values): PersonChange {
  return {
    first_name: values.first_name.trim(),
    infix: values.infix.trim(),
    last_name: values.last_name.trim(),
    contact_info: filledContacts(values).map((type): ContactEntry => ({
      contact_type: type,
      contact_label: '',
      contact_value: values[type].trim(),
    })),
  };
}

/** A message about a contact row belongs to the input that the row was made from. */
function toFormErrors(errors: Record<string, string>, values: Values): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([path, message]) => {
      const row = /^contact_info\.(\d+)\./.exec(path)?.[1];
      const input = row === undefined ? undefined : filledContacts(values)[Number(row)];
      return [input ?? path, message];
    }),
  );
}
