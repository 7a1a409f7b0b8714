import { DataList, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconRefreshDot } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { commonTexts } from '@/texts/common';
import { personTexts } from '@/texts/person';

import classes from './Cards.module.css';

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
  const empty =
    children === null || children === undefined || children === false || children === '';
  return (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue className={classes.value}>
        {empty ? commonTexts.empty : children} {synchronized && <SynchronizedMark />}
      </DataList.ItemValue>
    </DataList.Item>
  );
}

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
