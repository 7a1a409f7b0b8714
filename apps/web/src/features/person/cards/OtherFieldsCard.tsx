import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';

import type { Person, PersonFields } from '@/api/types';
import { personTexts } from '@/texts/person';

import { Field, Fields } from '@/components/cards/Fields';
import { SectionCard } from '@/components/cards/SectionCard';

const texts = personTexts.other;

/** The fields that have a place on another card; whatever else a person carries is shown here. */
const placedElsewhere: ReadonlySet<keyof PersonFields> = new Set<keyof PersonFields>([
  'first_name',
  'infix',
  'last_name',
  'nickname',
  'gender',
  'pronouns',
  'birthdate',
  'birth_year',
  'is_deceased',
  'datum-overlijden',
  'contact_info',
  'addresses',
  'work_history',
  'relationships',
  'photo_gallery',
  'former_member',
  'assoc-id',
  'lid-sinds',
  'lid-tot',
  'leeftijdsgroep',
  'type-lid',
  'spelactiviteit',
  'helpdesk-id',
  'datum-foto',
  'datum-vog',
  'financiele-blokkade',
  'huidig-vrijwilliger',
  'vog_email_sent_date',
  'vog_justis_submitted_date',
  'vog_reminder_sent_date',
  '_visibility',
  '_assigned_workspaces',
]);

export function OtherFieldsCard({ person }: { person: Person }) {
  const [shown, { toggle }] = useDisclosure();
  const fields = [
    ...Object.entries(person.acf).filter(([key]) => !placedElsewhere.has(key)),
    ...Object.entries(person.meta).filter(([key]) => !placedElsewhere.has(key)),
  ];
  return (
    <SectionCard
      title={texts.title}
      icon={IconDots}
      action={
        fields.length > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={toggle} aria-expanded={shown}>
            {shown ? texts.hide : texts.show(fields.length)}
          </Button>
        )
      }
    >
      {fields.length === 0 && <Text c="dimmed">{texts.empty}</Text>}
      {shown && (
        <Fields>
          {fields.map(([key, value]) => (
            <Field key={key} label={key}>
              {asText(value)}
            </Field>
          ))}
        </Fields>
      )}
    </SectionCard>
  );
}

/** As it was sent: what these fields mean is not for this page to guess. */
const asText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 1);
