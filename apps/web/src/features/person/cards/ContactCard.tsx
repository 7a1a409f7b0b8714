import { useForm } from '@mantine/form';
import { IconAddressBook } from '@tabler/icons-react';

import type { ContactEntry, Person, PersonFields } from '@/api/types';
import { ContactList, ContactRows, filledContacts } from '@/components/cards/ContactFields';
import { EditableCard } from '@/components/cards/EditableCard';
import { contactTexts } from '@/texts/contact';
import { personTexts } from '@/texts/person';

import { usePersonEditor } from '../use-person-editor';

const types = personTexts.contactTypes;
const newEntry: ContactEntry = { contact_type: 'email', contact_label: '', contact_value: '' };

const read = ({ contact_info }: PersonFields) => ({ contact_info });

type Values = ReturnType<typeof read>;

const tidy = ({ contact_info }: Values): Values => ({
  contact_info: filledContacts(contact_info),
});

export function ContactCard({ person }: { person: Person }) {
  const form = useForm<Values>({ initialValues: read(person.acf) });
  const editor = usePersonEditor({ person, form, read, tidy });
  return (
    <EditableCard
      title={contactTexts.title}
      icon={IconAddressBook}
      editor={editor}
      view={<ContactList entries={person.acf.contact_info} types={types} />}
    >
      <ContactRows
        count={form.values.contact_info.length}
        types={types}
        inputProps={(path) => form.getInputProps(path)}
        onAdd={() => form.insertListItem('contact_info', newEntry)}
        onRemove={(index) => form.removeListItem('contact_info', index)}
      />
    </EditableCard>
  );
}
