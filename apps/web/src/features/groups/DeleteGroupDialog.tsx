import { useQueryClient } from '@tanstack/react-query';

import { forgetGroup, useDeleteGroup } from '@/api/groups/mutations';
import type { Group } from '@/api/groups/wire';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { sayDone } from '@/components/UndoMessage';
import { useLeadOn } from '@/components/use-lead-on';
import { groupTexts } from '@/texts/groups';

import { listPage } from './pages';

interface DeleteGroupDialogProps {
  group: Group;
  opened: boolean;
  onClose: () => void;
}

export function DeleteGroupDialog({ group, opened, onClose }: DeleteGroupDialogProps) {
  const queryClient = useQueryClient();
  const leadOn = useLeadOn();
  const remove = useDeleteGroup(group);
  const leave = (undo: string | undefined) => {
    sayDone(groupTexts.remove.done(group.name), [undo]);
    void leadOn({ ...listPage(group.kind) }).then(() => forgetGroup(queryClient, group));
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={groupTexts.remove.title(group.name)}
      message={groupTexts.kinds[group.kind].removeMessage}
      confirm={groupTexts.remove.confirm}
      mutation={remove}
      variables={undefined}
      onDone={leave}
    />
  );
}
