import { Alert, Loader, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';

import type { BulkEndings } from '@/api/types';
import { ErrorAlert } from '@/components/ErrorAlert';
import { commonTexts } from '@/texts/common';
import { bulkTexts } from '@/texts/people-bulk';

const { group: texts } = bulkTexts;

/** How many groups are named. */
const named = 5;

/** Says what a move would end, in the colour of a warning. What comes into it later is read aloud. */
export function Endings({ endings }: { endings: UseQueryResult<BulkEndings> }) {
  const { data, error, isPending } = endings;
  return (
    <div role="status">
      <ErrorAlert error={error} />
      {isPending && <Loader type="dots" aria-label={commonTexts.loading} />}
      {data?.people === 0 && (
        <Text size="sm" c="dimmed">
          {texts.endsNothing}
        </Text>
      )}
      {data !== undefined && data.people > 0 && (
        <Alert color="orange" icon={<IconAlertTriangle />} title={texts.ends(data)}>
          {namesOf(data)}
        </Alert>
      )}
    </div>
  );
}

/** `9 × JO12-1, 3 × Kantinecommissie`, the largest first. */
export function namesOf({ groups }: BulkEndings): string {
  const all = groups.slice(0, named).map(({ name, people }) => texts.ended(people, name));
  const more = groups.length - named;
  return [...all, ...(more > 0 ? [texts.moreEnded(more)] : [])].join(', ');
}
