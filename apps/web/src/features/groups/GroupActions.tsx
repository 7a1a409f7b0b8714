import { Button, Group as Row } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';

import type { Roster } from '@/api/types';
import { ReachButtons } from '@/features/people/reach/ReachButtons';
import { groupTexts } from '@/texts/groups';

/** What is done with everybody of a group at once. */
export default function GroupActions({ roster }: { roster: Roster }) {
  const ids = [...new Set(roster.current.map(({ id }) => id))];
  if (ids.length === 0) return null;
  return (
    <Row gap="xs" data-print="never">
      <ReachButtons who={{ ids }} />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => window.print()}
      >
        {groupTexts.print}
      </Button>
    </Row>
  );
}
