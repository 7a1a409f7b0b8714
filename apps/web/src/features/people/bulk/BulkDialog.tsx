import { Alert, Button, Group, List, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertCircle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

import { useBulkChange } from '@/api/people/bulk';
import type { BulkChange } from '@/api/people/wire';
import { Dialog } from '@/components/Dialog';
import { FormDialog } from '@/components/FormDialog';
import { useReturnFocus } from '@/components/use-return-focus';
import { commonTexts } from '@/texts/common';
import { bulkTexts } from '@/texts/people-bulk';

import type { Selection } from '../use-selection';
import { BulkProgress } from './BulkProgress';

export interface BulkActionProps {
  selection: Selection;
  onClose: () => void;
}

interface BulkDialogProps extends BulkActionProps {
  title: string;
  /** What to send; undefined while the form says nothing yet. */
  changes: readonly BulkChange[] | undefined;
  children: ReactNode;
}

interface Failure {
  id: number;
  name: string;
  error: string;
}

/** Asks what to change, names how many it is about, and tells for whom it failed. */
export function BulkDialog({ selection, onClose, title, changes, children }: BulkDialogProps) {
  useReturnFocus();
  const bulk = useBulkChange();
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const { people } = selection;

  const apply = (sent: readonly BulkChange[]) => {
    const names = new Map(people.map(({ id, name }) => [id, name]));
    bulk.mutate(sent, {
      onSuccess: ({ updated, failed }) => {
        if (updated.length > 0 || failed.length === 0) {
          notifications.show({ color: 'green', message: bulkTexts.done(updated.length) });
        }
        selection.only(failed.map(({ id }) => id));
        setFailures(failed.map((one) => ({ ...one, name: names.get(one.id) ?? `#${one.id}` })));
        if (failed.length === 0) onClose();
      },
    });
  };

  if (failures.length > 0) {
    return (
      <Dialog opened onClose={onClose} title={title}>
        <Alert
          role="alert"
          color="red"
          icon={<IconAlertCircle />}
          title={bulkTexts.failedTitle(failures.length)}
        >
          <List size="sm">
            {failures.map(({ id, name, error }) => (
              <List.Item key={id}>
                <strong>{name}</strong>: {error}
              </List.Item>
            ))}
          </List>
          <Text size="sm" mt="xs">
            {bulkTexts.failedHint}
          </Text>
        </Alert>
        <Group justify="flex-end" mt="lg">
          <Button onClick={onClose}>{commonTexts.close}</Button>
        </Group>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (changes !== undefined && !bulk.isPending) apply(changes);
      }}
      submit={bulkTexts.apply(people.length)}
      pending={bulk.isPending}
      disabled={changes === undefined}
      error={bulk.error}
    >
      {children}
      <BulkProgress progress={bulk.isPending ? bulk.progress : undefined} />
    </FormDialog>
  );
}
