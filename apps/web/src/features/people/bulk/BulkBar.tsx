import { Button, CloseButton, Group, Menu, Text } from '@mantine/core';
import {
  IconDots,
  IconDownload,
  IconEye,
  IconPrinter,
  IconTag,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useState } from 'react';

import { peopleTexts } from '@/texts/people';
import { bulkTexts } from '@/texts/people-bulk';
import { selectionTexts } from '@/texts/people-selection';

import type { ColumnId } from '../columns';
import { ExportItems } from '../ExportItems';
import { ReachButtons } from '../reach/ReachButtons';
import { orderOf, type PeopleSearch } from '../search';
import { useExport } from '../use-export';
import type { Selection } from '../use-selection';
import classes from './Bulk.module.css';
import { lazyPart } from '@/components/lazy-part';
import { Part } from '@/components/Part';

const PrintPeople = lazyPart(() => import('../PrintPeople'));

const dialogs = {
  visibility: lazyPart(() => import('./VisibilityDialog')),
  labels: lazyPart(() => import('./LabelsDialog')),
  group: lazyPart(() => import('./GroupDialog')),
};

type Action = keyof typeof dialogs;

/** What is not done every week. */
const more = [
  { id: 'group', icon: IconUsersGroup },
  { id: 'visibility', icon: IconEye },
] as const satisfies { id: Action; icon: unknown }[];

interface BulkBarProps {
  selection: Selection;
  search: PeopleSearch;
  columns: readonly ColumnId[];
}

/** What can be done with who is selected; stands at the bottom of the screen, wherever the list is scrolled to. */
export default function BulkBar({ selection, search, columns }: BulkBarProps) {
  const [action, setAction] = useState<Action>();
  const [printing, setPrinting] = useState(false);
  const exporting = useExport();
  const Dialog = action && dialogs[action];
  const { who } = selection;
  return (
    <section className={classes.bar} aria-label={bulkTexts.region} data-print="never">
      <Group gap="xs" wrap="nowrap">
        <CloseButton
          aria-label={selectionTexts.clear}
          className={classes.clear}
          onClick={() => selection.only([])}
        />
        <Text fw={600} role="status" className={classes.count}>
          {bulkTexts.selected(selection.count)}
        </Text>
      </Group>
      <Group gap="xs">
        <ReachButtons who={who} />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTag size={16} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setAction('labels')}
        >
          {bulkTexts.labels.action}
        </Button>
        <Menu position="top-end">
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
            <ExportItems onExport={(format) => exporting.save(who, search, columns, format)} />
          </Menu.Dropdown>
        </Menu>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          loading={printing}
          onClick={() => setPrinting(true)}
        >
          {peopleTexts.print}
        </Button>
        <Menu position="top-end">
          <Menu.Target>
            <Button size="xs" variant="default" leftSection={<IconDots size={16} aria-hidden />}>
              {bulkTexts.more}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {more.map(({ id, icon: Icon }) => (
              <Menu.Item
                key={id}
                leftSection={<Icon size={18} aria-hidden />}
                onClick={() => setAction(id)}
              >
                {bulkTexts[id].action}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
      <Part onGiveUp={() => setAction(undefined)}>
        {Dialog && <Dialog selection={selection} onClose={() => setAction(undefined)} />}
      </Part>
      <Part onGiveUp={() => setPrinting(false)}>
        {printing && (
          <PrintPeople
            who={'ids' in who ? selection.people : { ...who.filter, ...orderOf(search) }}
            columns={columns}
            onDone={() => setPrinting(false)}
          />
        )}
      </Part>
    </section>
  );
}
