import { Textarea } from '@mantine/core';

import type { WorkspaceDetail } from '@/api/types';
import { useSaveWorkspace } from '@/api/workspaces';
import { TermDialog } from '@/components/TermDialog';
import { useLeadOn } from '@/components/use-lead-on';
import { workspaceTexts as texts } from '@/texts/workspaces';

interface WorkspaceDialogProps {
  /** A new one without. */
  workspace?: WorkspaceDetail;
  onClose: () => void;
}

export default function WorkspaceDialog({ workspace, onClose }: WorkspaceDialogProps) {
  const save = useSaveWorkspace(workspace);
  const leadOn = useLeadOn();
  return (
    <TermDialog
      title={workspace ? texts.editTitle : texts.add}
      texts={{
        name: texts.name,
        nameMissing: texts.nameMissing,
        saved: (name) => (workspace ? texts.saved : texts.created(name)),
      }}
      longest={100}
      initialValues={{ name: workspace?.name ?? '', description: workspace?.description ?? '' }}
      save={save}
      toVariables={(values) => values}
      onClose={onClose}
      onSaved={({ id }) => {
        if (!workspace)
          void leadOn({
            to: '/werkruimtes/$workspaceId',
            params: { workspaceId: id },
          });
      }}
    >
      {(form) => (
        <Textarea
          label={texts.description}
          description={texts.descriptionHint}
          autosize
          minRows={2}
          maxLength={2000}
          {...form.getInputProps('description')}
        />
      )}
    </TermDialog>
  );
}
