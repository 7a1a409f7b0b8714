import { ActionIcon, Button, Checkbox, Group, Popover, Stack, VisuallyHidden } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

import { useSaveColumns } from '@/api/preferences';
import { describeError } from '@/lib/describe-error';
import { peopleTexts } from '@/texts/people';

import { ColumnButton } from './ColumnButton';
import { type ColumnId, columnIds } from './columns';
import classes from './ColumnChoice.module.css';

interface ColumnChoiceProps {
  columns: readonly ColumnId[];
}

/** Which columns the list has, and in which order. Open as soon as it is there: it is only loaded when asked for. */
export default function ColumnChoice({ columns }: ColumnChoiceProps) {
  const { mutate } = useSaveColumns();
  const [moved, setMoved] = useState('');
  const keepFocus = useFocusAfter(columns);
  const choose = (ids: readonly ColumnId[]) => {
    keepFocus();
    mutate(ids, {
      onError: (error) =>
        notifications.show({
          color: 'red',
          title: peopleTexts.columnsNotSaved,
          message: describeError(error).message,
        }),
    });
  };
  const move = (id: ColumnId, to: number) => {
    if (to < 0 || to >= columns.length) return;
    const others = columns.filter((column) => column !== id);
    choose([...others.slice(0, to), id, ...others.slice(to)]);
    setMoved(peopleTexts.columnMoved(peopleTexts.columnNames[id], to + 1));
  };
  const hidden = columnIds.filter((id) => !columns.includes(id));
  return (
    <Popover position="bottom-end" trapFocus returnFocus withRoles defaultOpened>
      <Popover.Target>
        <ColumnButton />
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <VisuallyHidden role="status">{moved}</VisuallyHidden>
        <Stack gap={0} className={classes.lists}>
          <fieldset className={classes.list}>
            <legend>{peopleTexts.columnsShown}</legend>
            {columns.map((id, place) => (
              <Group key={id} justify="space-between" wrap="nowrap" gap="xs">
                <Checkbox
                  id={`kolom-${id}`}
                  checked
                  // A list of names alone is never what somebody wants.
                  disabled={columns.length === 1}
                  label={peopleTexts.columnNames[id]}
                  onChange={() => choose(columns.filter((column) => column !== id))}
                />
                <Group gap={2} wrap="nowrap">
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    id={`kolom-${id}-up`}
                    // Not disabled, or the focus would be gone at the end of the way.
                    aria-disabled={place === 0}
                    data-disabled={place === 0 || undefined}
                    aria-label={peopleTexts.columnUp(peopleTexts.columnNames[id])}
                    onClick={() => move(id, place - 1)}
                  >
                    <IconArrowUp size={16} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    id={`kolom-${id}-down`}
                    // Not disabled, or the focus would be gone at the end of the way.
                    aria-disabled={place === columns.length - 1}
                    data-disabled={place === columns.length - 1 || undefined}
                    aria-label={peopleTexts.columnDown(peopleTexts.columnNames[id])}
                    onClick={() => move(id, place + 1)}
                  >
                    <IconArrowDown size={16} aria-hidden />
                  </ActionIcon>
                </Group>
              </Group>
            ))}
          </fieldset>
          <fieldset className={classes.list}>
            <legend>{peopleTexts.columnsHidden}</legend>
            {hidden.map((id) => (
              <Checkbox
                key={id}
                id={`kolom-${id}`}
                checked={false}
                label={peopleTexts.columnNames[id]}
                onChange={() => choose([...columns, id])}
              />
            ))}
          </fieldset>
        </Stack>
        <div className={classes.foot}>
          {/* Kept as no choice, so that the usual columns may change later. */}
          <Button variant="subtle" size="xs" onClick={() => choose([])}>
            {peopleTexts.columnsReset}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Gives the focus back to the control that had it, when that stands somewhere else after the change. */
function useFocusAfter(columns: readonly ColumnId[]) {
  const wanted = useRef('');
  useEffect(() => {
    if (wanted.current !== '') document.getElementById(wanted.current)?.focus();
    wanted.current = '';
  }, [columns]);
  return () => {
    wanted.current = document.activeElement?.id ?? '';
  };
}
