import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import classes from './Cards.module.css';

interface RowsEditorProps {
  count: number;
  /** What a screen reader calls a row. */
  rowLabel: (row: number) => string;
  removeLabel: (row: number) => string;
  onRemove: (index: number) => void;
  /** Without it rows can only be changed and removed. */
  add?: { label: string; onAdd: () => void };
  children: (index: number) => ReactNode;
}

/** The rows of a repeater: change, remove, add. */
export function RowsEditor(props: RowsEditorProps) {
  const { count, rowLabel, removeLabel, onRemove, add, children } = props;
  return (
    <Stack>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} role="group" aria-label={rowLabel(index + 1)} className={classes.rowForm}>
          <Group justify="space-between" mb="xs">
            <Text size="sm" fw={600}>
              {rowLabel(index + 1)}
            </Text>
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={removeLabel(index + 1)}
              onClick={() => onRemove(index)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
          {children(index)}
        </div>
      ))}
      {add !== undefined && (
        <Button
          variant="light"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={add.onAdd}
          w="fit-content"
        >
          {add.label}
        </Button>
      )}
    </Stack>
  );
}
