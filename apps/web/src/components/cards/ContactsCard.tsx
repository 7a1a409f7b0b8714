import type { FormErrors } from '@mantine/form';
import { IconAddressBook } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { contactTexts as texts } from '@/texts/contact';

import {
  ContactList,
  type ContactListProps,
  ContactRow,
  type ContactRowProps,
  ContactRows,
  type Entry,
  type Types,
} from './ContactFields';
import classes from './Cards.module.css';
import { CardForm, EditableCard } from './EditableCard';
import type { CardEditor } from './use-card-editor';
import { useCardLine } from './use-card-line';

interface ContactsCardProps<Of extends Entry> extends Pick<ContactListProps<Of>, 'name' | 'hides'> {
  title?: string;
  /** Other ways than the own, above them. */
  above?: ReactNode;
  entries: readonly Of[];
  types: Types<Of>;
  newEntry: Of;
  editor: CardEditor;
  form: { entries: readonly Of[]; errors: FormErrors; change: (entries: Of[]) => void };
}

/** How to reach a person or a group: one line is changed where it stands, or all of them together. */
export function ContactsCard<Of extends Entry>(props: ContactsCardProps<Of>) {
  const { title = texts.title, above, entries, types, newEntry, form, name, hides } = props;
  const { editor, at: line, begin } = useCardLine<number>(props.editor);
  const row: Omit<ContactRowProps<Of>, 'index' | 'entry'> = {
    types,
    errors: form.errors,
    onChange: (index, entry) => form.change(form.entries.with(index, entry)),
  };
  const entry = line === undefined ? undefined : form.entries[line];
  const edited = line !== undefined &&
    entry !== undefined && {
      index: line,
      form: (
        <CardForm editor={editor} line>
          <div className={classes.line}>
            <ContactRow index={line} entry={entry} {...row} />
          </div>
        </CardForm>
      ),
    };
  return (
    <EditableCard
      title={title}
      icon={IconAddressBook}
      editor={editor}
      inline={edited !== false}
      view={
        <>
          {above}
          {(!above || edited || entries.some((one) => hides?.(one) !== true)) && (
            <ContactList
              entries={entries}
              types={types}
              name={name}
              hides={hides}
              onEdit={editor.editing ? undefined : begin}
              edited={edited || undefined}
            />
          )}
        </>
      }
    >
      <ContactRows
        entries={form.entries}
        {...row}
        onAdd={() => form.change([...form.entries, newEntry])}
        onRemove={(index) => form.change(form.entries.toSpliced(index, 1))}
      />
    </EditableCard>
  );
}
