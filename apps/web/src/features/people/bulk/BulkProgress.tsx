import { Progress, Stack, Text } from '@mantine/core';

import type { Progress as HowFar } from '@/api/people/bulk';
import { useIsLate } from '@/components/use-is-late';
import { bulkTexts } from '@/texts/people-bulk';

import classes from './Bulk.module.css';

interface BulkProgressProps {
  /** Undefined while nothing is under way. */
  progress: HowFar | undefined;
}

/** Says that a change of many people takes its time, and how far it is when it goes in several steps. */
export function BulkProgress({ progress }: BulkProgressProps) {
  const late = useIsLate(progress !== undefined);
  return (
    // There from the start: what comes into it later is read aloud.
    <div role="status" className={classes.progress}>
      {late && progress !== undefined && (
        <Stack gap={6}>
          <Text size="sm">{bulkTexts.busy(progress.total)}</Text>
          {progress.steps > 1 && <Bar progress={progress} />}
        </Stack>
      )}
    </div>
  );
}

function Bar({ progress: { done, total } }: { progress: HowFar }) {
  return (
    <>
      <Progress value={(done / total) * 100} aria-label={bulkTexts.progress} />
      <Text size="xs" c="dimmed">
        {bulkTexts.soFar(done, total)}
      </Text>
    </>
  );
}
