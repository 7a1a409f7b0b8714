import { IconFileInfo } from '@tabler/icons-react';

import type { Person } from '@/api/types';
import { formatDateTime, formatUtcDateTime } from '@/lib/dates';
import { personTexts } from '@/texts/person';

import { Field, Fields } from '@/components/cards/Fields';
import { SectionCard } from '@/components/cards/SectionCard';

const texts = personTexts.record;

export function RecordCard({ person }: { person: Person }) {
  const { acf } = person;
  return (
    <SectionCard title={texts.title} icon={IconFileInfo}>
      <Fields>
        <Field label={texts.id}>{person.id}</Field>
        <Field label={texts.created}>{formatDateTime(person.date)}</Field>
        <Field label={texts.modified}>{formatDateTime(person.modified)}</Field>
        <Field label={texts.author}>{person.author}</Field>
        <Field label={texts.linkedUser}>{person.linked_user_id}</Field>
        <Field label={texts.welcomeMail}>
          {person.welcome_email_sent_at && formatUtcDateTime(person.welcome_email_sent_at)}
        </Field>
        <Field label={texts.visibility}>{personTexts.visibilities[acf._visibility]}</Field>
        <Field label={texts.workspaces}>{acf._assigned_workspaces.join(', ')}</Field>
        <Field label={texts.photos}>{acf.photo_gallery.length}</Field>
        <Field label={texts.slug}>{person.slug}</Field>
      </Fields>
    </SectionCard>
  );
}
