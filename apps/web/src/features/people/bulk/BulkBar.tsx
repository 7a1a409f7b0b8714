import { Button, CloseButton, Group, Text } from '@mantine/core';
import { IconEye, IconTag, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';

import { bulkTexts } from '@/texts/people-bulk';

import type { Selection } from '../use-selection';
import classes from './Bulk.module.css';
import { lazyPart } from '@/components/lazy-part';
import { Part } from '@/components/Part';

const dialogs = {
  visibility: lazyPart(() => import('./VisibilityDialog')),
  labels: lazyPart(() => import('./LabelsDialog')),
  group: lazyPart(() => import('./GroupDialog')),
};

type Action = keyof typeof dialogs;

const actions = [
  { id: 'visibility', icon: IconEye },
  { id: 'labels', icon: IconTag },
  { id: 'group', icon: IconUsersGroup },
] as const satisfies { id: Action; icon: unknown }[];

/** What can be done with who is selected; stands at the bottom of the screen, wherever the list is scrolled to. */
export default function BulkBar({ selection }: { selection: Selection }) {
  const [action, setAction] = useState<Action>();
  const Dialog = action && dialogs[action];
  return (
    <section className={classes.bar} aria-label={bulkTexts.region}>
      <Group gap="xs" wrap="nowrap">
        <CloseButton
          aria-label={bulkTexts.clear}
          className={classes.clear}
          onClick={() => selection.only([])}
        />
        <Text fw={600} role="status" className={classes.count}>
          {bulkTexts.selected(selection.count)}
        </Text>
      </Group>
      <Group gap="xs">
        {actions.map(({ id, icon: Icon }) => (
          <Button
            key={id}
            size="xs"
            variant="default"
            leftSection={<Icon size={16} aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => setAction(id)}
          >
            {bulkTexts[id].action}
          </Button>
        ))}
      </Group>
      <Part onGiveUp={() => setAction(undefined)}>
        {Dialog && <Dialog selection={selection} onClose={() => setAction(undefined)} />}
      </Part>
    </section>
  );
}
