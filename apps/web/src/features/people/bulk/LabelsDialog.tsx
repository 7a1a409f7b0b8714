import { Checkbox, Loader, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { labelsQuery } from '@/api/terms';
import { ErrorAlert } from '@/components/ErrorAlert';
import { commonTexts } from '@/texts/common';
import { bulkTexts } from '@/texts/people-bulk';

import { type BulkActionProps, BulkDialog } from './BulkDialog';
import { addLabels, replaceLabels } from './label-changes';

const { labels: texts } = bulkTexts;

export default function LabelsDialog({ selection, onClose }: BulkActionProps) {
  const labels = useQuery(labelsQuery);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [replacing, setReplacing] = useState(false);
  const { people } = selection;

  const changes = () => {
    if (labels.data === undefined) return undefined;
    if (replacing) return replaceLabels(people, chosen);
    return chosen.length === 0 ? undefined : addLabels(people, chosen, labels.data);
  };
  return (
    <BulkDialog selection={selection} onClose={onClose} title={texts.title} changes={changes()}>
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
            description={replacing && chosen.length === 0 ? texts.replaceByNone : undefined}
            value={replacing ? 'replace' : 'add'}
            onChange={(value) => setReplacing(value === 'replace')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="add" label={texts.add} />
              <Radio value="replace" label={texts.replace} />
            </Stack>
          </Radio.Group>
        </>
      )}
    </BulkDialog>
  );
}
