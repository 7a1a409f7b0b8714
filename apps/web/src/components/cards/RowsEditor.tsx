import { ActionIcon, Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { commonTexts } from '@/texts/common';

import classes from './Cards.module.css';
import { focusFirstIn } from './focus';

interface RowsEditorProps {
  count: number;
  /** What a screen reader calls a row. */
  rowLabel: (row: number) => string;
  removeLabel: (row: number) => string;
  onRemove: (index: number) => void;
  /** Without it rows can only be changed and removed. */
  add?: { label: string; onAdd: () => void };
  /** What stands once above the rows; how wide each is. */
  heads?: readonly { label: string; width: string }[];
  children: (index: number) => ReactNode;
}

/** The rows of a repeater, a line each: change, remove, add. The keyboard goes along with what is added and removed. */
export function RowsEditor(props: RowsEditorProps) {
  const { count, rowLabel, removeLabel, onRemove, add, heads, children } = props;
  const rows = useRef<HTMLDivElement>(null);
  const goTo = useRef<'last' | number>(undefined);
  const [said, setSaid] = useState('');

  useEffect(() => {
    const where = goTo.current;
    goTo.current = undefined;
    if (where !== undefined && rows.current !== null) focusRow(rows.current, where);
  }, [count]);

  const remove = (index: number) => {
    goTo.current = index;
    setSaid(commonTexts.removed(rowLabel(index + 1)));
    onRemove(index);
  };
  const append = () => {
    goTo.current = 'last';
    setSaid(commonTexts.added(rowLabel(count + 1)));
    add?.onAdd();
  };
  const style = { '--row-columns': heads?.map(({ width }) => width).join(' ') };

  return (
    <Stack ref={rows} gap="sm" style={style}>
      {heads !== undefined && count > 0 && (
        <div className={classes.rowHeads} aria-hidden>
          {heads.map(({ label }) => (
            <Text key={label} span size="sm" fw={500}>
              {label}
            </Text>
          ))}
        </div>
      )}
      {Array.from({ length: count }, (_, index) => (
        <div key={index} role="group" aria-label={rowLabel(index + 1)} className={classes.row}>
          <div className={classes.rowFields}>{children(index)}</div>
          <ActionIcon
            variant="subtle"
            color="red"
            size="lg"
            data-remove
            aria-label={removeLabel(index + 1)}
            onClick={() => remove(index)}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {add !== undefined && (
        <Button
          variant="light"
          leftSection={<IconPlus size={16} aria-hidden />}
          data-add
          onClick={append}
          w="fit-content"
        >
          {add.label}
        </Button>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </Stack>
  );
}

/** A new row is filled in at once; after a removal the keyboard stays where it was, among those that are left. */
function focusRow(rows: HTMLElement, where: 'last' | number): void {
  const lines = [...rows.querySelectorAll<HTMLElement>(':scope > [role="group"]')];
  if (where === 'last') {
    focusFirstIn(lines.at(-1));
    return;
  }
  const line = lines[where] ?? lines.at(-1);
  const next =
    line?.querySelector<HTMLElement>('[data-remove]') ??
    rows.querySelector<HTMLElement>('[data-add]');
  next?.focus();
}
