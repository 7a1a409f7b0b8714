import { DataList, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconRefreshDot } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { commonTexts } from '@/texts/common';
import { personTexts } from '@/texts/person';

import classes from './Cards.module.css';
import { CardForm } from './EditableCard';
import { LineButton } from './LineButton';
import type { CardLine } from './use-card-line';

interface FieldProps {
  label: string;
  children: ReactNode;
  /** Owned by the synchronization, on a card where the other fields can be changed. */
  synchronized?: boolean;
}

export function Fields({ children }: { children: ReactNode }) {
  return (
    <DataList labelWidth="9.5rem" gap="xs">
      {children}
    </DataList>
  );
}

/** A label and its value; nothing is shown as a dash, so that every field can be seen to exist. */
export function Field({ label, children, synchronized = false }: FieldProps) {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue className={classes.value}>
        {isEmpty(children) ? commonTexts.empty : children} {synchronized && <SynchronizedMark />}
      </DataList.ItemValue>
    </DataList.Item>
  );
}

interface EditableFieldProps<Name extends string> extends FieldProps {
  name: Name;
  line: CardLine<Name>;
  /** What changes it; its label stands beside it already. */
  input: ReactNode;
}

/** A field whose value is changed where it stands: click, type, Enter. */
export function EditableField<Name extends string>(props: EditableFieldProps<Name>) {
  const { name, line, input, ...field } = props;
  const { label, children } = field;
  if (line.at === name) {
    return (
      <DataList.Item>
        <DataList.ItemLabel>{label}</DataList.ItemLabel>
        <DataList.ItemValue className={classes.valueForm}>
          <CardForm editor={line.editor} line>
            {input}
          </CardForm>
        </DataList.ItemValue>
      </DataList.Item>
    );
  }
  if (line.editor.editing) return <Field {...field} />;
  return (
    <DataList.Item className={classes.editable}>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      {/* The button is for the keyboard; a mouse may click anywhere, unless it selects the text. */}
      <DataList.ItemValue
        className={classes.value}
        onClick={() => {
          if (getSelection()?.isCollapsed !== false) line.begin(name);
        }}
      >
        {isEmpty(children) ? commonTexts.empty : children}
        <LineButton
          label={commonTexts.editThing(label)}
          opener={name}
          onClick={() => line.begin(name)}
        />
      </DataList.ItemValue>
    </DataList.Item>
  );
}

const isEmpty = (value: ReactNode): boolean =>
  value === null || value === undefined || value === false || value === '';

function SynchronizedMark() {
  return (
    <Tooltip label={personTexts.synchronized} multiline maw={260}>
      <span className={classes.owned}>
        <IconRefreshDot size={15} aria-hidden />
        <VisuallyHidden>({personTexts.synchronizedShort})</VisuallyHidden>
      </span>
    </Tooltip>
  );
}
