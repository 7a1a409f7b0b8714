import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';

import { WorkspacesField } from '@/features/workspaces/WorkspacesField';
import { bulkTexts } from '@/texts/people-bulk';
import { personTexts } from '@/texts/person';

import { type BulkActionProps, BulkDialog } from './BulkDialog';

const { visibility: texts } = bulkTexts;

const choices = ['private', 'workspace', 'shared'] as const;

export default function VisibilityDialog({ selection, onClose }: BulkActionProps) {
  const [visibility, setVisibility] = useState<(typeof choices)[number]>();
  const [workspaces, setWorkspaces] = useState<number[]>([]);
  // Who chooses none leaves everybody in the workspaces in which they are.
  const inWorkspaces = visibility === 'workspace' && workspaces.length > 0;
  return (
    <BulkDialog
      selection={selection}
      onClose={onClose}
      title={texts.title}
      updates={
        visibility && { visibility, ...(inWorkspaces && { assigned_workspaces: workspaces }) }
      }
    >
      <Radio.Group
        label={texts.label}
        value={visibility ?? ''}
        onChange={(value) => setVisibility(choices.find((one) => one === value))}
      >
        <Stack gap="xs" mt="xs">
          {choices.map((choice) => (
            <Radio key={choice} value={choice} label={personTexts.visibilities[choice]} />
          ))}
        </Stack>
      </Radio.Group>
      {visibility === 'workspace' && (
        <WorkspacesField
          value={workspaces}
          onChange={setWorkspaces}
          hint={bulkTexts.visibility.workspacesHint}
        />
      )}
    </BulkDialog>
  );
}
