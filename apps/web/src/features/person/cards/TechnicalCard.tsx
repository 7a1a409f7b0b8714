import { Button, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconFileInfo } from '@tabler/icons-react';

import { sessionQuery } from '@/api/session';
import type { Person } from '@/api/types';
import { usersQuery } from '@/api/users';
import { Field, Fields } from '@/components/cards/Fields';
import { SectionCard } from '@/components/cards/SectionCard';
import { formatDateTime, formatUtcDateTime } from '@/lib/dates';
import { personTexts } from '@/texts/person';

import { otherFields } from '../other-fields';

const texts = personTexts.technical;

/** What a program asks of a record, and hardly anybody else: folded away. */
export function TechnicalCard({ person }: { person: Person }) {
  const [shown, { toggle }] = useDisclosure();
  return (
    <SectionCard
      title={texts.title}
      icon={IconFileInfo}
      action={
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={toggle}
          aria-expanded={shown}
          className="no-print"
        >
          {shown ? texts.hide : texts.show}
        </Button>
      }
    >
      {shown && <Technical person={person} />}
    </SectionCard>
  );
}

function Technical({ person }: { person: Person }) {
  const { acf, author, linked_user_id: linked } = person;
  const userName = useUserNames();
  const others = otherFields(person);
  return (
    <>
      <Fields>
        <Field label={texts.id}>{person.id}</Field>
        <Field label={texts.created}>{formatDateTime(person.date)}</Field>
        <Field label={texts.author}>{author === 0 ? texts.program : userName(author)}</Field>
        <Field label={texts.modified}>{formatDateTime(person.modified)}</Field>
        {linked !== null && <Field label={texts.linkedUser}>{userName(linked)}</Field>}
        {person.welcome_email_sent_at && (
          <Field label={texts.welcomeMail}>{formatUtcDateTime(person.welcome_email_sent_at)}</Field>
        )}
        <Field label={texts.visibility}>{personTexts.visibilities[acf._visibility]}</Field>
        {acf._assigned_workspaces.length > 0 && (
          <Field label={texts.workspaces}>{acf._assigned_workspaces.join(', ')}</Field>
        )}
      </Fields>
      {others.length > 0 && (
        <>
          <Title order={3} c="dimmed" mt="md" mb="xs">
            {texts.other}
          </Title>
          <Fields>
            {others.map(([key, value]) => (
              <Field key={key} label={key}>
                {value}
              </Field>
            ))}
          </Fields>
        </>
      )}
    </>
  );
}

/** What a user is called, as far as this one may know. */
function useUserNames(): (id: number) => string {
  const { data: me } = useQuery(sessionQuery);
  const users = useQuery({ ...usersQuery, enabled: me?.is_admin === true });
  return (id) => {
    if (me?.id === id) return me.name;
    return users.data?.find((user) => user.id === id)?.name ?? texts.user(id);
  };
}
