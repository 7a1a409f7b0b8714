import { useForm } from '@mantine/form';
import { IconAddressBook } from '@tabler/icons-react';

import type { ContactEntry, Person, PersonFields } from '@/api/types';
import { ContactRows, filledContacts } from '@/components/cards/ContactFields';
import { EditableCard } from '@/components/cards/EditableCard';
import { personTexts } from '@/texts/person';
import { reachTexts } from '@/texts/reach';

import { usePersonEditor } from '../use-person-editor';
import { ReachView } from './ReachView';

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
      title={reachTexts.title}
      icon={IconAddressBook}
      editor={editor}
      view={<ReachView fields={person.acf} />}
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
