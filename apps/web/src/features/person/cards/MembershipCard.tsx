import { IconId } from '@tabler/icons-react';

import type { Person } from '@/api/types';
import { formatDate } from '@/lib/dates';
import { commonTexts } from '@/texts/common';
import { personTexts } from '@/texts/person';

import { Field, Fields } from '@/components/cards/Fields';
import { SectionCard } from '@/components/cards/SectionCard';
import { MemberSync } from '../MemberSync';

const texts = personTexts.membership;

const yesNo = (value: boolean) => (value ? commonTexts.yes : commonTexts.no);

export function MembershipCard({ person }: { person: Person }) {
  const { acf } = person;
  return (
    <SectionCard title={texts.title} icon={IconId} synchronized>
      <Fields>
        <Field label={texts['assoc-id']}>{acf['assoc-id']}</Field>
        <Field label={texts['type-lid']}>{acf['type-lid']}</Field>
        <Field label={texts.leeftijdsgroep}>{acf.leeftijdsgroep}</Field>
        <Field label={texts['lid-sinds']}>{formatDate(acf['lid-sinds'])}</Field>
        <Field label={texts['lid-tot']}>{formatDate(acf['lid-tot'])}</Field>
        <Field label={texts.spelactiviteit}>{acf.spelactiviteit}</Field>
        <Field label={texts.former_member}>{yesNo(acf.former_member)}</Field>
        <Field label={texts.volunteer}>{yesNo(acf['huidig-vrijwilliger'] === '1')}</Field>
        <Field label={texts['financiele-blokkade']}>{yesNo(acf['financiele-blokkade'])}</Field>
        <Field label={texts['datum-foto']}>{formatDate(acf['datum-foto'])}</Field>
        <Field label={texts['helpdesk-id']}>{acf['helpdesk-id']}</Field>
      </Fields>
      <MemberSync person={person} />
    </SectionCard>
  );
}
