import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';

import { useUndoRow } from '@/api/imports';
import type { ImportOutcome, ImportRow } from '@/api/types';
import { AnchorLink } from '@/components/links';
import { useFocusAfter } from '@/components/use-return-focus';
import { formatDate } from '@/lib/dates';
import { notifyFailure } from '@/lib/notify-failure';
import { importTexts as texts } from '@/texts/imports';

const colors: Record<ImportOutcome, string> = {
  new: 'green',
  changed: 'blue',
  unchanged: 'gray',
  refused: 'red',
};

const readable = (value: string) => (/^\d{4}-\d\d-\d\d$/.test(value) ? formatDate(value) : value);

/** A row of the file, and what becomes of it. */
export function RowItem({ id, row }: { id: number; row: ImportRow }) {
  const name = row.name === '' ? texts.nobody : row.name;
  const notes = [...row.reasons, ...(row.left === '' ? [] : [row.left])];
  return (
    <li>
      <Group justify="space-between" align="flex-start" gap="xs">
        <Stack gap={2} miw={0} flex="1 1 14rem">
          <Group gap="xs">
            {row.person_id === null ? (
              <Text fw={600}>{name}</Text>
            ) : (
              <AnchorLink to="/leden/$personId" params={{ personId: row.person_id }} fw={600}>
                {name}
              </AnchorLink>
            )}
            <Text c="dimmed" size="sm">
              {texts.row(row.row)}
            </Text>
          </Group>
          {row.outcome === 'changed' &&
            row.changes.map(({ field, label, from, to }) => (
              <Text key={field} size="sm">
                {texts.change(label, readable(from), readable(to))}
              </Text>
            ))}
          {row.outcome === 'new' && row.changes.length > 0 && (
            <Text size="sm" c="dimmed">
              {row.changes
                .map(({ label, to }) => texts.change(label, '', readable(to)))
                .join(' · ')}
            </Text>
          )}
          {row.kept.length > 0 && <Text size="sm">{texts.kept(row.kept.join(', '))}</Text>}
          {notes.map((note) => (
            <Text key={note} size="sm" c={row.outcome === 'refused' ? 'red' : undefined}>
              {note}
            </Text>
          ))}
        </Stack>
        <Group gap="xs" wrap="nowrap" flex="none">
          {row.outcome !== '' && (
            <Badge variant="light" color={row.undone ? 'orange' : colors[row.outcome]} tt="none">
              {row.undone ? texts.undone : texts.outcomes[row.outcome]}
            </Badge>
          )}
          {row.can_undo && <UndoButton id={id} row={row} name={name} />}
        </Group>
      </Group>
    </li>
  );
}

function UndoButton({ id, row, name }: { id: number; row: ImportRow; name: string }) {
  const undo = useUndoRow(id);
  const noteUse = useFocusAfter();
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={texts.undoRowOf(name)}
      loading={undo.isPending}
      onClick={() => {
        noteUse();
        void undo.mutateAsync(row.row).then(
          ({ left }) =>
            notifications.show({
              color: left === '' ? 'green' : 'orange',
              message: left === '' ? texts.rowUndone(name) : left,
            }),
          notifyFailure,
        );
      }}
    >
      {texts.undoRow}
    </Button>
  );
}
