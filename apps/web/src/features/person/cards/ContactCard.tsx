import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  IconAddressBook,
  IconCalendar,
  IconDeviceMobile,
  IconLink,
  IconMail,
  IconPhone,
  type Icon,
} from '@tabler/icons-react';

import type { ContactEntry, ContactType, Person, PersonFields } from '@/api/types';
import { ContactLink } from '@/components/ContactLink';
import { personTexts } from '@/texts/person';

import { EditableCard } from '../EditableCard';
import classes from '../Person.module.css';
import { RowsEditor } from '../RowsEditor';
import { useCardEditor } from '../use-card-editor';

const texts = personTexts.contact;

const icons: Partial<Record<ContactType, Icon>> = {
  email: IconMail,
  email2: IconMail,
  phone: IconPhone,
  mobile: IconDeviceMobile,
  calendar: IconCalendar,
};

const typeChoices = Object.entries(personTexts.contactTypes)
  .filter(([value]) => value !== '')
  .map(([value, label]) => ({ value, label }));

const newEntry: ContactEntry = { contact_type: 'email', contact_label: '', contact_value: '' };

const read = ({ contact_info }: PersonFields) => ({ contact_info });

type Values = ReturnType<typeof read>;

const tidy = ({ contact_info }: Values): Values => ({
  contact_info: contact_info.filter((entry) => entry.contact_value.trim() !== ''),
});

export function ContactCard({ person }: { person: Person }) {
  const form = useForm<Values>({ initialValues: read(person.acf) });
  const editor = useCardEditor({ person, form, read, tidy });
  return (
    <EditableCard
      title={texts.title}
      icon={IconAddressBook}
      editor={editor}
      view={<ContactView entries={person.acf.contact_info} />}
    >
      <RowsEditor
        count={form.values.contact_info.length}
        rowLabel={texts.row}
        removeLabel={texts.remove}
        onRemove={(index) => form.removeListItem('contact_info', index)}
        add={{ label: texts.add, onAdd: () => form.insertListItem('contact_info', newEntry) }}
      >
        {(index) => (
          <div className={classes.contactRow}>
            <NativeSelect
              label={texts.type}
              data={typeChoices}
              {...form.getInputProps(`contact_info.${index}.contact_type`)}
            />
            <TextInput
              label={texts.value}
              autoComplete="off"
              {...form.getInputProps(`contact_info.${index}.contact_value`)}
            />
            <TextInput
              label={texts.label}
              autoComplete="off"
              {...form.getInputProps(`contact_info.${index}.contact_label`)}
            />
          </div>
        )}
      </RowsEditor>
    </EditableCard>
  );
}

function ContactView({ entries }: { entries: readonly ContactEntry[] }) {
  if (entries.length === 0) return <Text c="dimmed">{texts.empty}</Text>;
  return (
    <ul className={classes.entries}>
      {entries.map((entry, index) => {
        const EntryIcon = icons[entry.contact_type] ?? IconLink;
        return (
          <li key={index} className={classes.entry}>
            <EntryIcon size={20} stroke={1.7} aria-hidden />
            <Stack gap={0} miw={0}>
              <span className={classes.value}>
                <ContactLink entry={entry} />
              </span>
              <Text size="xs" c="dimmed">
                {[personTexts.contactTypes[entry.contact_type], entry.contact_label]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </Text>
            </Stack>
          </li>
        );
      })}
    </ul>
  );
}
