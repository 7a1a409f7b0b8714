import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';

import { bulkTexts } from '@/texts/people-bulk';
import { personTexts } from '@/texts/person';

import { type BulkActionProps, BulkDialog } from './BulkDialog';

const { visibility: texts } = bulkTexts;

const choices = ['private', 'workspace', 'shared'] as const;

export default function VisibilityDialog({ selection, onClose }: BulkActionProps) {
  const [visibility, setVisibility] = useState<(typeof choices)[number]>();
  return (
    <BulkDialog
      selection={selection}
      onClose={onClose}
      title={texts.title}
      updates={visibility && { visibility }}
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
    </BulkDialog>
  );
}
