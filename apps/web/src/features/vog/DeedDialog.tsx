import { Alert, Button, Group, List, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';

import type { PersonRow } from '@/api/types';
import { useVogDeed, type VogDeed, type VogProgress } from '@/api/vog';
import { Dialog } from '@/components/Dialog';
import { ErrorAlert } from '@/components/ErrorAlert';
import { commonTexts } from '@/texts/common';
import { vogTexts as texts } from '@/texts/vog';

interface DeedDialogProps {
  deed: VogDeed;
  people: readonly PersonRow[];
  /** Who is left to be dealt with: those with whom it failed, or whose turn it was not yet. */
  onLeft: (people: readonly PersonRow[]) => void;
  onClose: () => void;
}

/** Asks once more, does it to one portion of people after the other, and says with whom it failed and why. */
export default function DeedDialog({ deed, people, onLeft, onClose }: DeedDialogProps) {
  const words = texts.deeds[deed];
  const mutation = useVogDeed();
  const [progress, setProgress] = useState<VogProgress>({ done: 0, results: [] });
  const [count] = useState(people.length);
  const [names] = useState(() => new Map(people.map(({ id, name }) => [id, name])));
  const failures = progress.results.filter(({ success }) => !success);
  const done = progress.results.length - failures.length;

  const start = () =>
    mutation.mutate({
      deed,
      ids: people.map(({ id }) => id),
      onProgress: (next) => {
        setProgress(next);
        const good = new Set(next.results.filter(({ success }) => success).map(({ id }) => id));
        onLeft(people.filter(({ id }) => !good.has(id)));
      },
    });
  return (
    <Dialog opened onClose={onClose} title={words.title(count)} busy={mutation.isPending}>
      <Stack>
        {mutation.isIdle ? (
          <Text>{words.message}</Text>
        ) : (
          <Stack aria-live="polite" gap="xs">
            <Progress
              value={(100 * progress.done) / count}
              aria-label={texts.progress}
              animated={mutation.isPending}
            />
            <Text>
              {mutation.isPending ? texts.progressOf(progress.done, count) : words.done(done)}
            </Text>
          </Stack>
        )}
        <ErrorAlert error={mutation.error} title={texts.stopped} />
        {failures.length > 0 && (
          <Alert color="orange" title={texts.failures(failures.length)}>
            <List size="sm">
              {failures.map(({ id, error }) => (
                <List.Item key={id}>
                  {names.get(id) ?? commonTexts.unnamed}: {error}
                </List.Item>
              ))}
            </List>
            <Text size="sm" mt="xs">
              {texts.keepFailed}
            </Text>
          </Alert>
        )}
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={onClose}
            disabled={mutation.isPending}
            data-autofocus={mutation.isIdle || undefined}
          >
            {mutation.isIdle ? commonTexts.cancel : commonTexts.close}
          </Button>
          {(mutation.isIdle || mutation.isPending) && (
            <Button onClick={start} loading={mutation.isPending}>
              {words.start}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
