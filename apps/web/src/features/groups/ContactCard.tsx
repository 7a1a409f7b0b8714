import { useForm } from '@mantine/form';

import { useUpdateGroup } from '@/api/groups/mutations';
import type { Group } from '@/api/groups/wire';
import type { GroupContact } from '@/api/types';
import { contactProblems, tidyContacts } from '@/components/cards/ContactFields';
import { ContactsCard } from '@/components/cards/ContactsCard';
import { useCardEditor } from '@/components/cards/use-card-editor';
import { groupTexts } from '@/texts/groups';

type Values = Pick<Group, 'contact_info'>;

const newEntry: GroupContact = { contact_type: 'email', contact_label: '', contact_value: '' };

const tidy = ({ contact_info }: Values): Values => ({ contact_info: tidyContacts(contact_info) });

export function ContactCard({ group }: { group: Group }) {
  const update = useUpdateGroup(group);
  const entries = group.contact_info;
  const form = useForm<Values>({
    initialValues: { contact_info: entries },
    validate: ({ contact_info }) => contactProblems(contact_info, entries),
  });
  const editor = useCardEditor({
    form,
    record: `group-${group.id}`,
    current: { contact_info: entries },
    etag: group.etag,
    save: (edit) => update.mutateAsync(edit),
    tidy,
  });
  return (
    <ContactsCard
      entries={entries}
      types={groupTexts.contactTypes}
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
