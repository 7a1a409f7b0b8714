import { Alert } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';

import { relativesQuery } from '@/api/people/queries';
import type { ContactEntry, Person, PersonFields } from '@/api/types';
import { contactProblems, tidyContacts } from '@/components/cards/ContactFields';
import { ContactsCard } from '@/components/cards/ContactsCard';
import { isOfParents } from '@/components/reach/reach';
import { ageOn } from '@/lib/dates';
import { personTexts } from '@/texts/person';
import { reachableTexts } from '@/texts/reachable';

import { fullName } from '@/lib/names';
import { parentsOf, relatedIds } from '../relations';
import { usePersonEditor } from '../use-person-editor';
import { type Parent, ParentsReach } from './ParentsReach';

const newEntry: ContactEntry = { contact_type: 'email', contact_label: '', contact_value: '' };

const read = ({ contact_info }: PersonFields) => ({ contact_info });

type Values = ReturnType<typeof read>;

const tidy = ({ contact_info }: Values): Values => ({ contact_info: tidyContacts(contact_info) });

export function ContactCard({ person }: { person: Person }) {
  const entries = person.acf.contact_info;
  const form = useForm<Values>({
    initialValues: read(person.acf),
    validate: ({ contact_info }) => contactProblems(contact_info, entries),
  });
  const editor = usePersonEditor({ person, form, read, tidy });
  const parents = useParents(person.acf);
  const hides = (entry: ContactEntry) =>
    isOfParents(
      entry,
      parents.map(({ contacts = [] }) => contacts),
    );
  const own = entries.some((entry) => !hides(entry));
  return (
    <ContactsCard
      title={reachableTexts.title}
      above={
        <>
          <SuppressedNotice emails={person.suppressed_emails ?? []} />
          {parents.length > 0 && <ParentsReach parents={parents} own={own} />}
        </>
      }
      name={fullName(person.acf)}
      hides={parents.length > 0 ? hides : undefined}
      entries={entries}
      types={personTexts.contactTypes}
      newEntry={newEntry}
      editor={editor}
      form={{
        entries: form.values.contact_info,
        errors: form.errors,
        change: (contact_info) => form.setValues({ contact_info }),
      }}
    />
  );
}

/** That nothing is mailed to an address of the person. */
function SuppressedNotice({ emails }: { emails: readonly string[] }) {
  return (
    emails.length > 0 && (
      <Alert color="orange" mb="md">
        {reachableTexts.suppressed(emails)}
      </Alert>
    )
  );
}

const adult = 18;

/** Through whom a minor is reached: a parent who has died is not called. */
function useParents({ birthdate, relationships }: PersonFields): Parent[] {
  const age = ageOn(birthdate, new Date());
  const parents = age !== undefined && age < adult ? parentsOf(relationships) : [];
  // The same question as that of the relations: it is asked once.
  const { data } = useQuery({
    ...relativesQuery(relatedIds(relationships)),
    enabled: parents.length > 0,
  });
  const about = (relation: (typeof parents)[number]) =>
    data?.find(({ id }) => id === relation.related_person);
  return parents
    .filter((relation) => about(relation)?.deceased !== true)
    .map((relation) => ({ relation, contacts: data && (about(relation)?.contacts ?? []) }));
}
