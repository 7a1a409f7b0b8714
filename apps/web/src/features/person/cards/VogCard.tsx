import { Badge, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCertificate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { sessionQuery } from '@/api/session';
import type { Person, PersonFields } from '@/api/types';
import { EditableCard } from '@/components/cards/EditableCard';
import { EditableField, Field, Fields } from '@/components/cards/Fields';
import { SectionCard } from '@/components/cards/SectionCard';
import { type CardLine, useCardLine } from '@/components/cards/use-card-line';
import { DateField } from '@/components/DateField';
import { pastProblem } from '@/lib/check-dates';
import { formatDate } from '@/lib/dates';
import { personTexts } from '@/texts/person';

import { isOpen } from '../open-fields';
import { usePersonEditor } from '../use-person-editor';
import { vogNews, vogOn } from '../vog';
import { vogColors } from '../vog-colors';

const texts = personTexts.vog;

/** How far an application is. */
const steps = [
  'vog_email_sent_date',
  'vog_justis_submitted_date',
  'vog_reminder_sent_date',
] as const;

export function VogCard({ person }: { person: Person }) {
  const { data: me } = useQuery(sessionQuery);
  const { acf } = person;
  if (isOpen('datum-vog', me, acf)) return <VogEditor person={person} />;
  return (
    <SectionCard title={texts.title} icon={IconCertificate}>
      <VogView fields={acf} />
      <Text size="xs" c="dimmed" mt="md">
        {texts.keptBy}
      </Text>
    </SectionCard>
  );
}

const dates = ['datum-vog', ...steps] as const;

type VogDate = (typeof dates)[number];

const read = (acf: PersonFields) => ({
  'datum-vog': acf['datum-vog'],
  vog_email_sent_date: acf.vog_email_sent_date,
  vog_justis_submitted_date: acf.vog_justis_submitted_date,
  vog_reminder_sent_date: acf.vog_reminder_sent_date,
});

const labelOf = (field: VogDate) => (field === 'datum-vog' ? texts.date : texts[field]);

function VogEditor({ person }: { person: Person }) {
  const form = useForm({
    initialValues: read(person.acf),
    validate: {
      'datum-vog': (value) => pastProblem(value),
      vog_email_sent_date: (value) => pastProblem(value),
      vog_justis_submitted_date: (value) => pastProblem(value),
      vog_reminder_sent_date: (value) => pastProblem(value),
    },
  });
  const line = useCardLine<VogDate>(usePersonEditor({ person, form, read }));
  const date = (field: VogDate, bare: boolean) => (
    <DateField
      key={field}
      label={labelOf(field)}
      bare={bare}
      maw="16rem"
      value={form.values[field]}
      onChange={(day) => form.setFieldValue(field, day)}
      error={form.errors[field]}
    />
  );
  return (
    <EditableCard
      title={texts.title}
      icon={IconCertificate}
      editor={line.editor}
      inline={line.at !== undefined}
      view={
        <VogView
          fields={person.acf}
          line={line}
          input={line.at === undefined ? undefined : date(line.at, true)}
        />
      }
    >
      <Stack gap="xs">{dates.map((field) => date(field, false))}</Stack>
      {person.acf['assoc-id'] !== '' && (
        <Text size="xs" c="dimmed">
          {personTexts.writtenBack}
        </Text>
      )}
    </EditableCard>
  );
}

function StateBadge({ fields }: { fields: PersonFields }) {
  const state = vogNews(fields, new Date());
  return (
    state && (
      <Badge variant="light" color={vogColors[state]} ml={4}>
        {texts.states[state]}
      </Badge>
    )
  );
}

interface VogViewProps {
  fields: PersonFields;
  /** For who may change the dates. */
  line?: CardLine<VogDate>;
  /** What changes the line that is open. */
  input?: ReactNode;
}

function VogView({ fields, line, input }: VogViewProps) {
  const { validUntil } = vogOn(fields['datum-vog'], new Date());
  const taken = steps.filter((step) => fields[step] !== '');
  const nothing = !fields.vog_required && fields['datum-vog'] === '' && taken.length === 0;
  if (nothing) return <Text c="dimmed">{texts.notNeeded}</Text>;
  const date = (
    <span>
      {formatDate(fields['datum-vog'])} <StateBadge fields={fields} />
    </span>
  );
  const row = (field: VogDate, value: ReactNode) =>
    line === undefined ? (
      <Field key={field} label={labelOf(field)}>
        {value}
      </Field>
    ) : (
      <EditableField key={field} name={field} label={labelOf(field)} line={line} input={input}>
        {value}
      </EditableField>
    );
  return (
    <Fields>
      {row('datum-vog', date)}
      {validUntil !== undefined && <Field label={texts.validUntil}>{formatDate(validUntil)}</Field>}
      {taken.map((step) => row(step, formatDate(fields[step])))}
    </Fields>
  );
}
