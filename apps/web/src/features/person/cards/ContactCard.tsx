import { useForm } from '@mantine/form';

import type { ContactEntry, Person, PersonFields } from '@/api/types';
import { contactProblems, tidyContacts } from '@/components/cards/ContactFields';
import { ContactsCard } from '@/components/cards/ContactsCard';
import { personTexts } from '@/texts/person';

import { usePersonEditor } from '../use-person-editor';

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
  return (
    <ContactsCard
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
