import { Checkbox, Loader, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { labelsQuery } from '@/api/terms';
import { ErrorAlert } from '@/components/ErrorAlert';
import { commonTexts } from '@/texts/common';
import { bulkTexts } from '@/texts/people-bulk';

import { type BulkActionProps, BulkDialog } from './BulkDialog';

const { labels: texts } = bulkTexts;

const modes = ['add', 'remove', 'replace'] as const;

export default function LabelsDialog({ selection, onClose }: BulkActionProps) {
  const labels = useQuery(labelsQuery);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [mode, setMode] = useState<(typeof modes)[number]>('add');
  const isSaid = labels.data !== undefined && (chosen.length > 0 || mode === 'replace');
  return (
    <BulkDialog
      selection={selection}
      onClose={onClose}
      title={texts.title}
      updates={isSaid ? { person_label: [...chosen], person_label_mode: mode } : undefined}
    >
      <ErrorAlert error={labels.error} />
      {labels.isPending && <Loader type="dots" aria-label={commonTexts.loading} />}
      {labels.data?.length === 0 && <Text c="dimmed">{texts.none}</Text>}
      {labels.data !== undefined && labels.data.length > 0 && (
        <>
          <Checkbox.Group
            label={texts.label}
            value={chosen.map(String)}
            onChange={(values) => setChosen(values.map(Number))}
          >
            <Stack gap="xs" mt="xs" mah="14rem" style={{ overflowY: 'auto' }}>
              {labels.data.map(({ id, name }) => (
                <Checkbox key={id} value={String(id)} label={name} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Radio.Group
            label={texts.how}
            description={
              mode === 'replace' && chosen.length === 0 ? texts.replaceByNone : undefined
            }
            value={mode}
            onChange={(value) => setMode(modes.find((one) => one === value) ?? 'add')}
          >
            <Stack gap="xs" mt="xs">
              {modes.map((one) => (
                <Radio key={one} value={one} label={texts[one]} />
              ))}
            </Stack>
          </Radio.Group>
        </>
      )}
    </BulkDialog>
  );
}
