import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconUser } from '@tabler/icons-react';

import type { Person, PersonFields } from '@/api/types';
import { formatDate } from '@/lib/dates';
import { commonTexts } from '@/texts/common';
import { personTexts } from '@/texts/person';

import { EditableCard } from '@/components/cards/EditableCard';
import { Field, Fields } from '@/components/cards/Fields';
import { usePersonEditor } from '../use-person-editor';

const texts = personTexts.identity;

const genderChoices = Object.entries(personTexts.genders).map(([value, label]) => ({
  value,
  label,
}));

const read = ({ first_name, last_name, nickname, gender, pronouns }: PersonFields) => ({
  first_name,
  last_name,
  nickname,
  gender,
  pronouns,
});

export function IdentityCard({ person }: { person: Person }) {
  const form = useForm({
    initialValues: read(person.acf),
    validate: {
      first_name: (value) => (value.trim() === '' ? texts.firstNameMissing : null),
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
        <TextInput
          label={texts.last_name}
          autoComplete="off"
          {...form.getInputProps('last_name')}
        />
        <TextInput label={texts.nickname} autoComplete="off" {...form.getInputProps('nickname')} />
        <TextInput label={texts.pronouns} autoComplete="off" {...form.getInputProps('pronouns')} />
        <NativeSelect label={texts.gender} data={genderChoices} {...form.getInputProps('gender')} />
      </SimpleGrid>
    </EditableCard>
  );
}

function IdentityView({ fields }: { fields: PersonFields }) {
  const died = fields['datum-overlijden'];
  return (
    <Fields>
      <Field label={texts.first_name}>{fields.first_name}</Field>
      <Field label={texts.infix} synchronized>
        {fields.infix}
      </Field>
      <Field label={texts.last_name}>{fields.last_name}</Field>
      <Field label={texts.nickname}>{fields.nickname}</Field>
      <Field label={texts.gender}>
        {fields.gender !== '' && personTexts.genders[fields.gender]}
      </Field>
      <Field label={texts.pronouns}>{fields.pronouns}</Field>
      <Field label={texts.birthdate} synchronized>
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
