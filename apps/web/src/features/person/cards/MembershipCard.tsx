import { Autocomplete, Checkbox, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconId } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { sessionQuery } from '@/api/session';
import type { Person, PersonFields } from '@/api/types';
import { EditableCard } from '@/components/cards/EditableCard';
import { Field, Fields } from '@/components/cards/Fields';
import { SectionCard } from '@/components/cards/SectionCard';
import { formatDate } from '@/lib/dates';
import { commonTexts } from '@/texts/common';
import { personTexts } from '@/texts/person';

import { MemberSync } from '../MemberSync';
import { isOpen } from '../open-fields';
import { usePersonEditor } from '../use-person-editor';

const texts = personTexts.membership;

/** What is said of somebody's membership: what there is, and nothing else. */
const rowsOf = (acf: PersonFields): [label: string, value: string][] =>
  (
    [
      [texts['assoc-id'], acf['assoc-id']],
      [texts['type-lid'], acf['type-lid']],
      [texts.leeftijdsgroep, acf.leeftijdsgroep],
      [texts['lid-sinds'], formatDate(acf['lid-sinds'])],
      [texts['lid-tot'], formatDate(acf['lid-tot'])],
      [texts.spelactiviteit, acf.spelactiviteit === '-' ? '' : acf.spelactiviteit],
      [texts.former_member, acf.former_member ? commonTexts.yes : ''],
      [texts['financiele-blokkade'], acf['financiele-blokkade'] ? commonTexts.yes : ''],
      [texts['datum-foto'], formatDate(acf['datum-foto'])],
      [texts['helpdesk-id'], acf['helpdesk-id']],
    ] satisfies [string, string][]
  ).filter(([, value]) => value !== '');

const guarded = ['type-lid', 'financiele-blokkade', 'helpdesk-id'] as const;

export function MembershipCard({ person }: { person: Person }) {
  const { data: me } = useQuery(sessionQuery);
  const { acf } = person;
  const fromFederation = acf['assoc-id'] !== '';
  const view = (
    <>
      <MembershipView fields={acf} />
      <MemberSync person={person} />
    </>
  );
  if (!guarded.some((field) => isOpen(field, me, acf))) {
    return (
      <SectionCard title={texts.title} icon={IconId} synchronized={fromFederation}>
        {view}
      </SectionCard>
    );
  }
  return <MembershipEditor person={person} view={view} fromFederation={fromFederation} />;
}

function MembershipView({ fields }: { fields: PersonFields }) {
  const rows = rowsOf(fields);
  if (rows.length === 0) return <Text c="dimmed">{texts.none}</Text>;
  return (
    <Fields>
      {rows.map(([label, value]) => (
        <Field key={label} label={label}>
          {value}
        </Field>
      ))}
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
  view: ReactNode;
  fromFederation: boolean;
}

function MembershipEditor({ person, view, fromFederation }: MembershipEditorProps) {
  const { data: me } = useQuery(sessionQuery);
  const { acf } = person;
  const form = useForm({ initialValues: read(acf) });
  const editor = usePersonEditor({ person, form, read });
  return (
    <EditableCard
      title={texts.title}
      icon={IconId}
      editor={editor}
      view={view}
      synchronized={fromFederation}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {isOpen('type-lid', me, acf) && (
          <Autocomplete
            label={texts['type-lid']}
            data={personTexts.memberTypes}
            {...form.getInputProps('type-lid')}
          />
        )}
        {isOpen('helpdesk-id', me, acf) && (
          <TextInput
            label={texts['helpdesk-id']}
            autoComplete="off"
            {...form.getInputProps('helpdesk-id')}
          />
        )}
      </SimpleGrid>
      {isOpen('financiele-blokkade', me, acf) && (
        <Checkbox
          label={texts['financiele-blokkade']}
          description={texts.blockHint}
          {...form.getInputProps('financiele-blokkade', { type: 'checkbox' })}
        />
      )}
      {fromFederation && (
        <Text size="xs" c="dimmed">
          {personTexts.writtenBack}
        </Text>
      )}
    </EditableCard>
  );
}
