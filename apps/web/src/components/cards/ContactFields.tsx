import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import {
  IconCalendar,
  IconDeviceMobile,
  IconLink,
  IconMail,
  IconMapPin,
  IconPhone,
  type Icon,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

import { type Contact, contactText } from '@/components/contact';
import { ContactLink } from '@/components/ContactLink';
import { checkContact, typeFor, withScheme } from '@/lib/check-contact';
import { WhatsappLink } from '@/components/reach/WhatsappLink';
import { contactTexts as texts } from '@/texts/contact';

import classes from './Cards.module.css';
import { LineButton } from './LineButton';
import { RowsEditor } from './RowsEditor';

const icons: Partial<Record<Contact['contact_type'], Icon>> = {
  email: IconMail,
  email2: IconMail,
  phone: IconPhone,
  mobile: IconDeviceMobile,
  calendar: IconCalendar,
  address: IconMapPin,
};

/** A contact as a form holds it. */
export type Entry = Contact & { contact_label: string };

/** What the types of contact are called. */
export type Types<Of extends Entry> = Readonly<Record<Of['contact_type'], string>>;

export interface ContactListProps<Of extends Entry> {
  entries: readonly Of[];
  types: Types<Of>;
  /** Who is reached: a mobile number then leads to WhatsApp, too. */
  name?: string;
  /** What is said elsewhere. */
  hides?: (entry: Of) => boolean;
  /** Changes one line where it stands. */
  onEdit?: (index: number) => void;
  /** The line that is being changed, and its form. */
  edited?: { index: number; form: ReactNode };
}

/** How to reach a person or a group. */
export function ContactList<Of extends Entry>(props: ContactListProps<Of>) {
  const { entries, types, name, hides, onEdit, edited } = props;
  if (entries.length === 0) return <Text c="dimmed">{texts.empty}</Text>;
  return (
    <ul className={classes.entries}>
      {entries.map((entry, index) => {
        const type: Of['contact_type'] = entry.contact_type;
        const EntryIcon = icons[type] ?? IconLink;
        if (index === edited?.index) return <li key={index}>{edited.form}</li>;
        if (hides?.(entry) === true) return null;
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
            {name !== undefined && <WhatsappLink name={name} entry={entry} />}
            {onEdit !== undefined && (
              <LineButton
                label={texts.change(contactText(entry))}
                opener={`contact-${index}`}
                onClick={() => onEdit(index)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface ContactRowsProps<Of extends Entry> {
  entries: readonly Of[];
  types: Types<Of>;
  errors: FormErrors;
  onChange: (index: number, entry: Of) => void;
  onAdd: () => void;
  onRemove: (index: number) => void;
}

const heads = [
  { label: texts.type, width: '8.5rem' },
  { label: texts.value, width: 'minmax(0, 1fr)' },
];

/** The inputs of them: a row each. */
export function ContactRows<Of extends Entry>(props: ContactRowsProps<Of>) {
  const { entries, onAdd, onRemove, ...row } = props;
  return (
    <RowsEditor
      count={entries.length}
      rowLabel={texts.row}
      removeLabel={texts.remove}
      onRemove={onRemove}
      add={{ label: texts.add, onAdd }}
      heads={heads}
    >
      {(index) => {
        const entry = entries[index];
        return entry && <ContactRow index={index} entry={entry} {...row} />;
      }}
    </RowsEditor>
  );
}

export interface ContactRowProps<Of extends Entry> extends Pick<
  ContactRowsProps<Of>,
  'types' | 'errors' | 'onChange'
> {
  index: number;
  entry: Of;
}

/** The inputs of one. Its type follows what is typed, and what is odd is said when the value is left. */
export function ContactRow<Of extends Entry>(props: ContactRowProps<Of>) {
  const { index, entry, types, errors, onChange } = props;
  const [isLeft, setLeft] = useState(false);
  const [isWide, setWide] = useState(entry.contact_label !== '');
  const { contact_type: type, contact_value: value } = entry;
  const at = (key: keyof Entry) => `contact_info.${index}.${key}`;
  const remark = isLeft ? checkContact(type, value) : {};
  const change = (typed: string) => {
    const next = typeFor(type, typed);
    const known = next === 'mobile' && !('mobile' in types) ? 'phone' : next;
    onChange(index, {
      ...entry,
      contact_value: typed,
      ...(known in types && { contact_type: known }),
    });
  };
  return (
    <>
      <NativeSelect
        aria-label={texts.type}
        data={choices(types)}
        data-path={at('contact_type')}
        value={type}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.value;
          onChange(index, { ...entry, contact_type: chosen });
        }}
        error={errors[at('contact_type')]}
      />
      <TextInput
        aria-label={texts.value}
        data-first
        data-path={at('contact_value')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode={keyboards[type]}
        value={value}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
        error={errors[at('contact_value')] ?? remark.problem}
        description={remark.hint}
        inputWrapperOrder={['input', 'description', 'error']}
        rightSectionWidth="7.25rem"
        rightSection={
          !isWide && (
            <Button variant="subtle" size="compact-xs" mr={4} onClick={() => setWide(true)}>
              {texts.more}
            </Button>
          )
        }
      />
      {isWide && (
        <TextInput
          className={classes.wide}
          aria-label={texts.label}
          placeholder={texts.label}
          autoComplete="off"
          data-path={at('contact_label')}
          value={entry.contact_label}
          onChange={({ currentTarget }) =>
            onChange(index, { ...entry, contact_label: currentTarget.value })
          }
          error={errors[at('contact_label')]}
        />
      )}
    </>
  );
}

/** The keyboard that a phone shows. */
const keyboards: Partial<Record<Contact['contact_type'], 'email' | 'tel' | 'url'>> = {
  email: 'email',
  email2: 'email',
  phone: 'tel',
  mobile: 'tel',
  website: 'url',
};

const choices = (types: Readonly<Record<string, string>>) =>
  Object.entries(types)
    .filter(([value]) => value !== '')
    .map(([value, label]) => ({ value, label }));

/** What is wrong with rows that are new or changed, by their inputs. What stood there already is left alone. */
export const contactProblems = (entries: readonly Entry[], before: readonly Entry[]): FormErrors =>
  Object.fromEntries(
    entries.flatMap(({ contact_type, contact_value }, index) => {
      const isOld = before.some(
        (old) => old.contact_type === contact_type && old.contact_value === contact_value,
      );
      const { problem } = isOld ? {} : checkContact(contact_type, contact_value);
      return problem === undefined ? [] : [[`contact_info.${index}.contact_value`, problem]];
    }),
  );

/** As they are saved: without the rows that were begun and left empty. */
export const tidyContacts = <Of extends Entry>(entries: readonly Of[]): Of[] =>
  entries
    .filter(({ contact_value }) => contact_value.trim() !== '')
    .map((entry) =>
      entry.contact_type === 'website'
        ? { ...entry, contact_value: withScheme(entry.contact_value) }
        : entry,
    );
