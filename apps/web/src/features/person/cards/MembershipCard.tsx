import { Text } from '@mantine/core';
import { IconId } from '@tabler/icons-react';

import type { Person, PersonFields } from '@/api/types';
import { Field, Fields } from '@/components/cards/Fields';
import { SectionCard } from '@/components/cards/SectionCard';
import { formatDate } from '@/lib/dates';
import { commonTexts } from '@/texts/common';
import { personTexts } from '@/texts/person';

import { MemberSync } from '../MemberSync';

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

export function MembershipCard({ person }: { person: Person }) {
  const { acf } = person;
  return (
    <SectionCard title={texts.title} icon={IconId} synchronized={acf['assoc-id'] !== ''}>
      <MembershipView fields={acf} />
      <MemberSync person={person} />
    </SectionCard>
  );
}

export function MembershipView({ fields }: { fields: PersonFields }) {
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
