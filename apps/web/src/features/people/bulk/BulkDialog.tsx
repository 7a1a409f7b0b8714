import { Alert, Button, Group, List, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

import { type BulkOutcome, useBulkChange } from '@/api/people/bulk';
import type { BulkUpdates } from '@/api/types';
import { Dialog } from '@/components/Dialog';
import { FormDialog } from '@/components/FormDialog';
import { sayDone } from '@/components/UndoMessage';
import { useReturnFocus } from '@/components/use-return-focus';
import { commonTexts } from '@/texts/common';
import { bulkTexts } from '@/texts/people-bulk';

import { BulkProgress } from './BulkProgress';
import type { BulkTarget } from './target';

export interface BulkActionProps {
  selection: BulkTarget;
  onClose: () => void;
}

interface BulkDialogProps extends BulkActionProps {
  title: string;
  /** What the button says, once the form says what it does. */
  deed?: string;
  /** What to send; undefined while the form says nothing yet. */
  updates: BulkUpdates | undefined;
  children: ReactNode;
}

interface Failure {
  id: number;
  name: string;
  error: string;
}

/** Asks what to change, names how many it is about, and tells for whom it failed. */
export function BulkDialog(props: BulkDialogProps) {
  const { selection, onClose, title, deed, updates, children } = props;
  useReturnFocus();
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const { who, count, nameOf, only } = selection;
  const tell = ({ updated, failed, undo, stopped }: BulkOutcome) => {
    if (updated.length > 0 || failed.length === 0) {
      const told = stopped ? bulkTexts.stopped(updated.length) : bulkTexts.done(updated.length);
      sayDone(told, undo);
    }
    if (stopped) return; // whoever stopped it has left
    only(failed.map(({ id }) => id));
    setFailures(failed.map((one) => ({ ...one, name: nameOf(one.id) ?? `#${one.id}` })));
    if (failed.length === 0) onClose();
  };
  const bulk = useBulkChange(who, tell);
  const stops = bulk.isPending && (bulk.progress?.steps ?? 1) > 1;

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
        if (updates !== undefined && !bulk.isPending) bulk.mutate(updates);
      }}
      submit={deed ?? bulkTexts.apply(count)}
      pending={bulk.isPending}
      disabled={updates === undefined}
      cancel={stops ? bulkTexts.stop : undefined}
      stops={stops}
      error={bulk.error}
    >
      {children}
      <BulkProgress progress={bulk.isPending ? bulk.progress : undefined} />
    </FormDialog>
  );
}
