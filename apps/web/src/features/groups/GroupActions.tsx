import { Button, Group as Row, Menu } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';

import type { Group } from '@/api/groups/wire';
import type { Roster } from '@/api/types';
import { lazyPart } from '@/components/lazy-part';
import { Part } from '@/components/Part';
import type { ColumnId } from '@/features/people/columns';
import { ExportItems } from '@/features/people/ExportItems';
import { ReachButtons } from '@/features/people/reach/ReachButtons';
import { usualSearch } from '@/features/people/search';
import { useExport } from '@/features/people/use-export';
import { groupTexts } from '@/texts/groups';
import { peopleTexts } from '@/texts/people';

const PrintRoster = lazyPart(() => import('./PrintRoster'));

/** What one takes along of the people of a group. */
const columns: readonly ColumnId[] = [
  'team',
  'phone',
  'email',
  'age',
  'birthdate',
  'leeftijdsgroep',
  'assoc-id',
];

interface GroupActionsProps {
  group: Group;
  roster: Roster;
}

/** What is done with everybody of a group at once. */
export default function GroupActions({ group, roster }: GroupActionsProps) {
  const [printing, setPrinting] = useState(false);
  const exporting = useExport();
  const ids = [...new Set(roster.current.map(({ id }) => id))];
  if (ids.length === 0) return null;
  return (
    <Row gap="xs" data-print="never">
      <ReachButtons who={{ ids }} />
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={exporting.isPending}
          >
            {peopleTexts.export}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ExportItems
            onExport={(format) => exporting.save({ ids }, usualSearch, columns, format)}
          />
        </Menu.Dropdown>
      </Menu>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden />}
        loading={printing}
        onClick={() => setPrinting(true)}
      >
        {groupTexts.print}
      </Button>
      <Part onGiveUp={() => setPrinting(false)}>
        {printing && (
          <PrintRoster group={group} roster={roster} onDone={() => setPrinting(false)} />
        )}
      </Part>
    </Row>
  );
}
