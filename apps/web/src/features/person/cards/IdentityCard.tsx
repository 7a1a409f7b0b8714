import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
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
import { EditableField, Field, Fields } from '@/components/cards/Fields';
import { type CardLine, useCardLine } from '@/components/cards/use-card-line';
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

type Values = ReturnType<typeof read>;

type Name = keyof Values;

/** In the order of the form. */
const names: readonly Name[] = [
  'first_name',
  'infix',
  'last_name',
  'nickname',
  'birthdate',
  'pronouns',
  'gender',
];

export function IdentityCard({ person }: { person: Person }) {
  const { data: me } = useQuery(sessionQuery);
  const form = useForm({
    initialValues: read(person.acf),
    validate: {
      first_name: (value) => (value.trim() === '' ? texts.firstNameMissing : null),
      birthdate: (value) => pastProblem(value),
    },
  });
  const line = useCardLine<Name>(usePersonEditor({ person, form, read }));
  const open = names.filter((name) => !isGuarded(name) || isOpen(name, me, person.acf));
  return (
    <EditableCard
      title={texts.title}
      icon={IconUser}
      editor={line.editor}
      inline={line.at !== undefined}
      view={<IdentityView fields={person.acf} line={line} open={open} form={form} />}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {open.map((name) => (
          <IdentityInput key={name} name={name} form={form} />
        ))}
      </SimpleGrid>
    </EditableCard>
  );
}

const isGuarded = (name: Name) => name === 'infix' || name === 'birthdate';

interface IdentityInputProps {
  name: Name;
  form: UseFormReturnType<Values>;
  /** The label stands beside it already. */
  bare?: boolean;
}

function IdentityInput({ name, form, bare = false }: IdentityInputProps) {
  const label = texts[name];
  if (name === 'birthdate') {
    return (
      <DateField
        label={label}
        bare={bare}
        value={form.values.birthdate}
        onChange={(day) => form.setFieldValue('birthdate', day)}
        error={form.errors.birthdate}
      />
    );
  }
  const input = { ...(bare ? { 'aria-label': label } : { label }), ...form.getInputProps(name) };
  if (name === 'gender') return <NativeSelect data={genderChoices} {...input} />;
  return <TextInput required={name === 'first_name'} autoComplete="off" {...input} />;
}

interface IdentityViewProps {
  fields: PersonFields;
  line: CardLine<Name>;
  /** What may be changed. */
  open: readonly Name[];
  form: UseFormReturnType<Values>;
}

function IdentityView({ fields, line, open, form }: IdentityViewProps) {
  const died = fields['datum-overlijden'];
  const shown: Record<Name, string> = {
    ...read(fields),
    birthdate: formatDate(fields.birthdate),
    gender: fields.gender === '' ? '' : personTexts.genders[fields.gender],
  };
  const row = (name: Name) =>
    open.includes(name) ? (
      <EditableField
        name={name}
        label={texts[name]}
        line={line}
        input={<IdentityInput name={name} form={form} bare />}
      >
        {shown[name]}
      </EditableField>
    ) : (
      <Field label={texts[name]} synchronized={fields['assoc-id'] !== ''}>
        {shown[name]}
      </Field>
    );
  return (
    <Fields>
      {row('first_name')}
      {shown.infix !== '' && row('infix')}
      {row('last_name')}
      {shown.nickname !== '' && row('nickname')}
      {row('gender')}
      {shown.pronouns !== '' && row('pronouns')}
      {row('birthdate')}
      {fields.is_deceased && (
        <Field label={texts.deathDate} synchronized>
          {died === '' ? commonTexts.yes : formatDate(died)}
        </Field>
      )}
    </Fields>
  );
}
