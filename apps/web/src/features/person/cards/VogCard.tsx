import { Badge, Text } from '@mantine/core';
import { IconCertificate } from '@tabler/icons-react';

import type { Person } from '@/api/types';
import { Field, Fields } from '@/components/cards/Fields';
import { SectionCard } from '@/components/cards/SectionCard';
import { formatDate } from '@/lib/dates';
import { personTexts } from '@/texts/person';

import { vogOn } from '../vog';
import { vogColors } from '../vog-colors';

const texts = personTexts.vog;

/** How far an application is. */
const steps = [
  'vog_email_sent_date',
  'vog_justis_submitted_date',
  'vog_reminder_sent_date',
] as const;

export function VogCard({ person: { acf } }: { person: Person }) {
  const { state, validUntil } = vogOn(acf['datum-vog'], new Date());
  const volunteer = acf['huidig-vrijwilliger'] === '1';
  if (state === 'missing' && !volunteer) {
    return (
      <SectionCard title={texts.title} icon={IconCertificate}>
        <Text c="dimmed">{texts.notNeeded}</Text>
      </SectionCard>
    );
  }
  return (
    <SectionCard
      title={texts.title}
      icon={IconCertificate}
      synchronized
      action={
        <Badge variant="light" color={vogColors[state]}>
          {texts.states[state]}
        </Badge>
      }
    >
      <Fields>
        <Field label={texts.date}>{formatDate(acf['datum-vog'])}</Field>
        <Field label={texts.validUntil}>{validUntil && formatDate(validUntil)}</Field>
        {steps.map(
          (step) =>
            acf[step] !== '' && (
              <Field key={step} label={texts[step]}>
                {formatDate(acf[step])}
              </Field>
            ),
        )}
      </Fields>
    </SectionCard>
  );
}
