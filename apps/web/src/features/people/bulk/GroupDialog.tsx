import { Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { groupKinds, type GroupName } from '@/api/groups/names';
import { endingsQuery } from '@/api/people/bulk';
import { GroupSelect } from '@/features/groups/GroupSelect';
import { bulkTexts } from '@/texts/people-bulk';

import { type BulkActionProps, BulkDialog } from './BulkDialog';
import { Endings } from './Endings';

const { group: texts } = bulkTexts;

/** Puts people into a group. What that would end elsewhere is told first; adding to what they do ends nothing. */
export default function GroupDialog({ selection, onClose }: BulkActionProps) {
  const [chosen, setChosen] = useState<GroupName | null>(null);
  const [replacing, setReplacing] = useState(false);
  const group = chosen?.id ?? 0;
  const updates = {
    organization_id: group,
    organization_mode: replacing ? ('replace' as const) : ('add' as const),
  };
  const endings = useQuery({
    ...endingsQuery(selection.who, updates),
    enabled: replacing && group !== 0,
  });
  const isTold = !replacing || endings.isSuccess;
  return (
    <BulkDialog
      selection={selection}
      onClose={onClose}
      title={texts.title}
      deed={
        chosen
          ? texts.deeds[replacing ? 'replace' : 'add'](selection.count, chosen.name)
          : undefined
      }
      updates={group !== 0 && isTold ? updates : undefined}
    >
      <GroupSelect
        label={texts.label}
        kinds={groupKinds}
        data-autofocus
        value={group}
        onChange={setChosen}
      />
      <Radio.Group
        label={texts.how}
        value={replacing ? 'replace' : 'add'}
        onChange={(value) => setReplacing(value === 'replace')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="add" label={texts.add} description={texts.addHint} />
          <Radio value="replace" label={texts.replace} description={texts.replaceHint} />
        </Stack>
      </Radio.Group>
      {replacing && group !== 0 && <Endings endings={endings} />}
    </BulkDialog>
  );
}
