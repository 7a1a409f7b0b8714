import { Text } from '@mantine/core';
import { useState } from 'react';

import { groupKinds } from '@/api/groups/wire';
import { GroupSelect } from '@/features/groups/GroupSelect';
import { bulkTexts } from '@/texts/people-bulk';

import { type BulkActionProps, BulkDialog } from './BulkDialog';

const { group: texts } = bulkTexts;

export default function GroupDialog({ selection, onClose }: BulkActionProps) {
  const [group, setGroup] = useState(0);
  const ids = selection.people.map(({ id }) => id);
  return (
    <BulkDialog
      selection={selection}
      onClose={onClose}
      title={texts.title}
      changes={group === 0 ? undefined : [{ ids, updates: { organization_id: group } }]}
    >
      <GroupSelect
        label={texts.label}
        kinds={groupKinds}
        data-autofocus
        value={group}
        onChange={(chosen) => setGroup(chosen?.id ?? 0)}
      />
      <Text size="sm" c="dimmed">
        {texts.warning}
      </Text>
    </BulkDialog>
  );
}
