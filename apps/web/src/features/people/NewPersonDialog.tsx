import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { IconUserQuestion } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';

import { useCreatePerson } from '@/api/people/mutations';
import { findTwins, type Twin } from '@/api/people/twins';
import type { PersonChange } from '@/api/people/wire';
import { relationshipTypesQuery } from '@/api/terms';
import type { ContactEntry } from '@/api/types';
import { DateField } from '@/components/DateField';
import { FormDialog } from '@/components/FormDialog';
import { useLeadOn } from '@/components/use-lead-on';
import { fullName } from '@/lib/names';
import { settled } from '@/features/person/newcomer';
import { checkContact } from '@/lib/check-contact';
import { pastProblem } from '@/lib/check-dates';
import { ageOn } from '@/lib/dates';
import { fieldErrors } from '@/lib/field-errors';
import { newPersonTexts } from '@/texts/new-person';
import { peopleTexts } from '@/texts/people';
import { personTexts } from '@/texts/person';

import { isMinor, NewParents, type ParentRow, parentProblems, relationTo } from './NewParents';

const empty = {
  first_name: '',
  infix: '',
  last_name: '',
  birthdate: '',
  email: '',
  mobile: '',
  parents: [] as ParentRow[],
};

type Values = typeof empty;

const { createFields: labels } = newPersonTexts;

/** Asks just enough to find a person again, and of a child for the parents; the rest is filled in on the person's own page. */
export default function NewPersonDialog({ onClose }: { onClose: () => void }) {
  const leadOn = useLeadOn();
  const create = useCreatePerson();
  const twins = useMutation({ mutationFn: findTwins });
  const form = useForm<Values>({
    initialValues: empty,
    validate: {
      first_name: (value) => (value.trim() === '' ? newPersonTexts.firstNameMissing : null),
      email: (value) => checkContact('email', value).problem ?? null,
      mobile: (value) => checkContact('mobile', value).problem ?? null,
      birthdate: (value) => pastProblem(value),
    },
    // Another name, other twins.
    onValuesChange: () => twins.reset(),
  });
  const { birthdate, parents } = form.values;
  const types = useQuery({ ...relationshipTypesQuery, enabled: isMinor(birthdate) });
  const parent = types.data?.find(({ slug }) => slug === 'parent');
  const save = useMutation({
    mutationFn: async (values: Values) => {
      const rows = parent === undefined ? [] : values.parents.map((row) => relationTo(row, parent));
      const relationships = await settled(rows, create.mutateAsync);
      return create
        .mutateAsync({ ...toFields(values), ...(relationships.length > 0 && { relationships }) })
        .catch((error: unknown) => {
          form.setErrors(toFormErrors(fieldErrors(error), values));
          throw error;
        });
    },
  });
  const open = (id: number) => void leadOn({ to: '/leden/$personId', params: { personId: id } });

  const send = (values: Values) =>
    save.mutate(values, {
      onSuccess: (person) => {
        notifications.show({
          message: newPersonTexts.created(fullName(person.acf)),
          color: 'green',
        });
        open(person.id);
      },
    });
  const submit = form.onSubmit(
    (values, event) => {
      const problems = parentProblems(values.parents);
      if (Object.keys(problems).length > 0) {
        form.setErrors(problems);
        return;
      }
      if (event?.currentTarget.dataset.anyway !== undefined) {
        send(values);
        return;
      }
      twins.mutate(values, {
        // Who cannot be asked for is no reason to add nobody.
        onSettled: (found = []) => {
          if (found.length === 0) send(values);
        },
      });
    },
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? 'first_name')?.focus(),
  );

  return (
    <FormDialog
      title={peopleTexts.add}
      onClose={onClose}
      onSubmit={submit}
      submit={newPersonTexts.create}
      pending={save.isPending || twins.isPending}
      error={save.error}
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
      <DateField
        label={labels.birthdate}
        value={birthdate}
        onChange={(day) => form.setFieldValue('birthdate', day)}
        error={form.errors.birthdate}
      />
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
      {(parents.length > 0 || (parent !== undefined && isMinor(birthdate))) && (
        <NewParents
          parents={parents}
          errors={form.errors}
          onChange={(rows) => form.setFieldValue('parents', rows)}
        />
      )}
      {twins.data !== undefined && twins.data.length > 0 && !save.isPending && (
        <Twins
          twins={twins.data}
          onOpen={open}
          onAdd={(element) => {
            // By the form itself: a parent who was typed and not chosen holds it back.
            if (element === null) return;
            element.dataset.anyway = '';
            element.requestSubmit();
            delete element.dataset.anyway;
          }}
        />
      )}
    </FormDialog>
  );
}

interface TwinsProps {
  twins: readonly Twin[];
  onOpen: (id: number) => void;
  onAdd: (form: HTMLFormElement | null) => void;
}

/** Asks whether somebody is there already. */
function Twins({ twins, onOpen, onAdd }: TwinsProps) {
  const about = ({ birthdate, groups }: Twin) => {
    const age = ageOn(birthdate, new Date());
    return [age === undefined ? '' : personTexts.age(age), ...groups].filter(Boolean).join(', ');
  };
  return (
    <Alert role="alert" color="yellow" icon={<IconUserQuestion aria-hidden />}>
      <Stack gap="xs">
        {twins.map((twin) => (
          <Group key={twin.id} justify="space-between" gap="xs">
            <Text size="sm">{newPersonTexts.twin(twin.name, about(twin))}</Text>
            <Button size="compact-sm" variant="default" onClick={() => onOpen(twin.id)}>
              {newPersonTexts.openTwin}
            </Button>
          </Group>
        ))}
        <Button
          size="compact-sm"
          variant="default"
          w="fit-content"
          onClick={({ currentTarget }) => onAdd(currentTarget.form)}
        >
          {newPersonTexts.addAnyway}
        </Button>
      </Stack>
    </Alert>
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
    ...(values.birthdate !== '' && { birthdate: values.birthdate }),
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
