import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { sessionQuery } from '@/api/session';
import type { Person, PersonFields } from '@/api/types';
import { DateField } from '@/components/DateField';
import { pastProblem } from '@/lib/check-dates';
import { formatDate } from '@/lib/dates';
import { commonTexts } from '@/texts/common';
import { personTexts } from '@/texts/person';

import { EditableCard } from '@/components/cards/EditableCard';
import { Field, Fields } from '@/components/cards/Fields';
import { isOpen } from '../open-fields';
import { usePersonEditor } from '../use-person-editor';

const texts = personTexts.identity;

const genderChoices = Object.entries(personTexts.genders).map(([value, label]) => ({
  value,
  label,
}));

const read = (acf: PersonFields) => ({
  first_name: acf.first_name,
  infix: acf.infix,
  last_name: acf.last_name,
  nickname: acf.nickname,
  birthdate: acf.birthdate,
  gender: acf.gender,
  pronouns: acf.pronouns,
});

export function IdentityCard({ person }: { person: Person }) {
  const { data: me } = useQuery(sessionQuery);
  const form = useForm({
    initialValues: read(person.acf),
    validate: {
      first_name: (value) => (value.trim() === '' ? texts.firstNameMissing : null),
      birthdate: (value) => pastProblem(value),
    },
  });
  const editor = usePersonEditor({ person, form, read });
  return (
    <EditableCard
      title={texts.title}
      icon={IconUser}
      editor={editor}
      view={<IdentityView fields={person.acf} />}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={texts.first_name}
          required
          autoComplete="off"
          {...form.getInputProps('first_name')}
        />
        {isOpen('infix', me, person.acf) && (
          <TextInput label={texts.infix} autoComplete="off" {...form.getInputProps('infix')} />
        )}
        <TextInput
          label={texts.last_name}
          autoComplete="off"
          {...form.getInputProps('last_name')}
        />
        <TextInput label={texts.nickname} autoComplete="off" {...form.getInputProps('nickname')} />
        {isOpen('birthdate', me, person.acf) && (
          <DateField
            label={texts.birthdate}
            value={form.values.birthdate}
            onChange={(day) => form.setFieldValue('birthdate', day)}
            error={form.errors.birthdate}
          />
        )}
        <TextInput label={texts.pronouns} autoComplete="off" {...form.getInputProps('pronouns')} />
        <NativeSelect label={texts.gender} data={genderChoices} {...form.getInputProps('gender')} />
      </SimpleGrid>
    </EditableCard>
  );
}

function IdentityView({ fields }: { fields: PersonFields }) {
  const died = fields['datum-overlijden'];
  const fromFederation = fields['assoc-id'] !== '';
  return (
    <Fields>
      <Field label={texts.first_name}>{fields.first_name}</Field>
      {fields.infix !== '' && (
        <Field label={texts.infix} synchronized={fromFederation}>
          {fields.infix}
        </Field>
      )}
      <Field label={texts.last_name}>{fields.last_name}</Field>
      {fields.nickname !== '' && <Field label={texts.nickname}>{fields.nickname}</Field>}
      <Field label={texts.gender}>
        {fields.gender !== '' && personTexts.genders[fields.gender]}
      </Field>
      {fields.pronouns !== '' && <Field label={texts.pronouns}>{fields.pronouns}</Field>}
      <Field label={texts.birthdate} synchronized={fromFederation}>
        {formatDate(fields.birthdate)}
      </Field>
      {fields.is_deceased && (
        <Field label={texts.deathDate} synchronized>
          {died === '' ? commonTexts.yes : formatDate(died)}
        </Field>
      )}
    </Fields>
  );
}
