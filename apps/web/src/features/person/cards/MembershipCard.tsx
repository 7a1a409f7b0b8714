import { Autocomplete, Checkbox, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconId } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { sessionQuery } from '@/api/session';
import type { Person, PersonFields } from '@/api/types';
import { EditableCard } from '@/components/cards/EditableCard';
import { EditableField, Field, Fields } from '@/components/cards/Fields';
import { SectionCard } from '@/components/cards/SectionCard';
import { type CardLine, useCardLine } from '@/components/cards/use-card-line';
import { formatDate } from '@/lib/dates';
import { commonTexts } from '@/texts/common';
import { personTexts } from '@/texts/person';

import { MemberSync } from '../MemberSync';
import { isOpen } from '../open-fields';
import { usePersonEditor } from '../use-person-editor';

const texts = personTexts.membership;

/** What is said of somebody's membership: what there is, and nothing else. */
const rowsOf = (acf: PersonFields) =>
  (
    [
      ['assoc-id', acf['assoc-id']],
      ['type-lid', acf['type-lid']],
      ['leeftijdsgroep', acf.leeftijdsgroep],
      ['lid-sinds', formatDate(acf['lid-sinds'])],
      ['lid-tot', formatDate(acf['lid-tot'])],
      ['spelactiviteit', acf.spelactiviteit === '-' ? '' : acf.spelactiviteit],
      ['former_member', acf.former_member ? commonTexts.yes : ''],
      ['financiele-blokkade', acf['financiele-blokkade'] ? commonTexts.yes : ''],
      ['datum-foto', formatDate(acf['datum-foto'])],
      ['helpdesk-id', acf['helpdesk-id']],
    ] as const
  ).filter(([, value]) => value !== '');

const guarded = ['type-lid', 'helpdesk-id', 'financiele-blokkade'] as const;

export function MembershipCard({ person }: { person: Person }) {
  const { data: me } = useQuery(sessionQuery);
  const { acf } = person;
  const fromFederation = acf['assoc-id'] !== '';
  if (!guarded.some((field) => isOpen(field, me, acf))) {
    return (
      <SectionCard title={texts.title} icon={IconId} synchronized={fromFederation}>
        <MembershipView fields={acf} />
        <MemberSync person={person} />
      </SectionCard>
    );
  }
  return <MembershipEditor person={person} fromFederation={fromFederation} />;
}

type Guarded = (typeof guarded)[number];

interface MembershipViewProps {
  fields: PersonFields;
  /** What changes one of the fields where it stands, for who may. */
  line?: CardLine<Guarded>;
  inputs?: Partial<Record<string, { name: Guarded; input: ReactNode }>>;
}

function MembershipView({ fields, line, inputs = {} }: MembershipViewProps) {
  const rows = rowsOf(fields);
  if (rows.length === 0) return <Text c="dimmed">{texts.none}</Text>;
  return (
    <Fields>
      {rows.map(([name, value]) => {
        const open = inputs[name];
        return line === undefined || open === undefined ? (
          <Field key={name} label={texts[name]}>
            {value}
          </Field>
        ) : (
          <EditableField key={name} label={texts[name]} line={line} {...open}>
            {value}
          </EditableField>
        );
      })}
    </Fields>
  );
}

const read = (acf: PersonFields) => ({
  'type-lid': acf['type-lid'],
  'financiele-blokkade': acf['financiele-blokkade'],
  'helpdesk-id': acf['helpdesk-id'],
});

interface MembershipEditorProps {
  person: Person;
  fromFederation: boolean;
}

function MembershipEditor({ person, fromFederation }: MembershipEditorProps) {
  const { data: me } = useQuery(sessionQuery);
  const { acf } = person;
  const form = useForm({ initialValues: read(acf) });
  const line = useCardLine<Guarded>(usePersonEditor({ person, form, read }));
  const input = (name: Guarded, bare: boolean): ReactNode => {
    const label = texts[name];
    const named = bare ? { 'aria-label': label } : { label };
    switch (name) {
      case 'type-lid':
        return (
          <Autocomplete
            key={name}
            {...named}
            data={personTexts.memberTypes}
            {...form.getInputProps(name)}
          />
        );
      case 'helpdesk-id':
        return <TextInput key={name} {...named} autoComplete="off" {...form.getInputProps(name)} />;
      case 'financiele-blokkade':
        return (
          <Checkbox
            key={name}
            label={label}
            description={texts.blockHint}
            {...form.getInputProps(name, { type: 'checkbox' })}
          />
        );
    }
  };
  const open = guarded.filter((name) => isOpen(name, me, acf));
  const inputs = Object.fromEntries(open.map((name) => [name, { name, input: input(name, true) }]));
  return (
    <EditableCard
      title={texts.title}
      icon={IconId}
      editor={line.editor}
      inline={line.at !== undefined}
      view={
        <>
          <MembershipView fields={acf} line={line} inputs={inputs} />
          <MemberSync person={person} />
        </>
      }
      synchronized={fromFederation}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {open.filter((name) => name !== 'financiele-blokkade').map((name) => input(name, false))}
      </SimpleGrid>
      {open.includes('financiele-blokkade') && input('financiele-blokkade', false)}
      {fromFederation && (
        <Text size="xs" c="dimmed">
          {personTexts.writtenBack}
        </Text>
      )}
    </EditableCard>
  );
}
