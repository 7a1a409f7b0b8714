import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import {
  IconCalendar,
  IconDeviceMobile,
  IconLink,
  IconMail,
  IconMapPin,
  IconPhone,
  type Icon,
} from '@tabler/icons-react';

import type { Contact } from '@/components/contact';
import { ContactLink } from '@/components/ContactLink';
import { contactTexts } from '@/texts/contact';

import classes from './Cards.module.css';
import { RowsEditor } from './RowsEditor';

const icons: Partial<Record<Contact['contact_type'], Icon>> = {
  email: IconMail,
  email2: IconMail,
  phone: IconPhone,
  mobile: IconDeviceMobile,
  calendar: IconCalendar,
  address: IconMapPin,
};

interface ContactListProps<Entry extends Contact> {
  entries: readonly (Entry & { contact_label: string })[];
  /** What the types of contact are called. */
  types: Readonly<Record<Entry['contact_type'], string>>;
}

/** How to reach a person or a group. */
export function ContactList<Entry extends Contact>({ entries, types }: ContactListProps<Entry>) {
  if (entries.length === 0) return <Text c="dimmed">{contactTexts.empty}</Text>;
  return (
    <ul className={classes.entries}>
      {entries.map((entry, index) => {
        const type: Entry['contact_type'] = entry.contact_type;
        const EntryIcon = icons[type] ?? IconLink;
        return (
          <li key={index} className={classes.entry}>
            <EntryIcon size={20} stroke={1.7} aria-hidden />
            <Stack gap={0} miw={0}>
              <span className={classes.value}>
                <ContactLink entry={entry} />
              </span>
              <Text size="xs" c="dimmed">
                {[types[type], entry.contact_label].filter((part) => part !== '').join(' · ')}
              </Text>
            </Stack>
          </li>
        );
      })}
    </ul>
  );
}

interface ContactRowsProps {
  count: number;
  types: Readonly<Record<string, string>>;
  /** What the form gives to the input at a path. */
  inputProps: (path: `contact_info.${number}.${keyof typeof labels}`) => object;
  onAdd: () => void;
  onRemove: (index: number) => void;
}

const labels = {
  contact_type: contactTexts.type,
  contact_value: contactTexts.value,
  contact_label: contactTexts.label,
};

/** The inputs of them: a row each. */
export function ContactRows({ count, types, inputProps, onAdd, onRemove }: ContactRowsProps) {
  const choices = Object.entries(types)
    .filter(([value]) => value !== '')
    .map(([value, label]) => ({ value, label }));
  return (
    <RowsEditor
      count={count}
      rowLabel={contactTexts.row}
      removeLabel={contactTexts.remove}
      onRemove={onRemove}
      add={{ label: contactTexts.add, onAdd }}
    >
      {(index) => (
        <div className={classes.contactRow}>
          <NativeSelect
            label={labels.contact_type}
            data={choices}
            {...inputProps(`contact_info.${index}.contact_type`)}
          />
          {(['contact_value', 'contact_label'] as const).map((field) => (
            <TextInput
              key={field}
              label={labels[field]}
              autoComplete="off"
              {...inputProps(`contact_info.${index}.${field}`)}
            />
          ))}
        </div>
      )}
    </RowsEditor>
  );
}

/** Without the rows that were begun and left empty. */
export const filledContacts = <Entry extends Contact>(entries: readonly Entry[]): Entry[] =>
  entries.filter(({ contact_value }) => contact_value.trim() !== '');
