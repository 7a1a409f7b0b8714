import { useForm } from '@mantine/form';
import { IconAddressBook } from '@tabler/icons-react';

import { useUpdateGroup } from '@/api/groups/mutations';
import type { Group } from '@/api/groups/wire';
import type { GroupContact } from '@/api/types';
import { ContactList, ContactRows, filledContacts } from '@/components/cards/ContactFields';
import { EditableCard } from '@/components/cards/EditableCard';
import { useCardEditor } from '@/components/cards/use-card-editor';
import { contactTexts } from '@/texts/contact';
import { groupTexts } from '@/texts/groups';

type Values = Pick<Group, 'contact_info'>;

const types = groupTexts.contactTypes;
const newEntry: GroupContact = { contact_type: 'email', contact_label: '', contact_value: '' };

const tidy = ({ contact_info }: Values): Values => ({
  contact_info: filledContacts(contact_info),
});

export function ContactCard({ group }: { group: Group }) {
  const update = useUpdateGroup(group);
  const current: Values = { contact_info: group.contact_info };
  const form = useForm<Values>({ initialValues: current });
  const editor = useCardEditor({
    form,
    record: `group-${group.id}`,
    current,
    save: (change) => update.mutateAsync(change),
    tidy,
  });
  return (
    <EditableCard
      title={contactTexts.title}
      icon={IconAddressBook}
      editor={editor}
      view={<ContactList entries={group.contact_info} types={types} />}
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
