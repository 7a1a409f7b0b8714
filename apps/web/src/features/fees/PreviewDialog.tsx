import { Button, Group, List, Stack, Text } from '@mantine/core';

import type { FeePreview } from '@/api/types';
import { Dialog } from '@/components/Dialog';
import { formatEuros } from '@/lib/euros';
import { feeTexts as texts } from '@/texts/fees';

const shown = 30;

interface PreviewDialogProps {
  preview: FeePreview;
  saving: boolean;
  onSave: () => void;
  onClose: () => void;
}

const amount = (fee: number | null) => (fee === null ? texts.noFee : formatEuros(fee));

/** What becomes of fees when the settings are saved. */
export default function PreviewDialog({ preview, saving, onSave, onClose }: PreviewDialogProps) {
  const { changed, total_from, total_to, warnings } = preview;
  return (
    <Dialog opened title={texts.previewTitle} onClose={onClose} busy={saving}>
      <Stack gap="sm">
        <Text>{texts.previewTotals(formatEuros(total_from), formatEuros(total_to))}</Text>
        {warnings.map(({ field, message }) => (
          <Text key={`${field} ${message}`} c="var(--mantine-color-orange-text)">
            {message}
          </Text>
        ))}
        <Text>{changed.length === 0 ? texts.previewNone : texts.previewCount(changed.length)}</Text>
        <List size="sm">
          {changed.slice(0, shown).map(({ person_id, name, from, to, reason }) => (
            <List.Item key={person_id}>
              {`${name}: ${amount(from)} → ${amount(to)} (${texts.reasons[reason]})`}
            </List.Item>
          ))}
        </List>
        {changed.length > shown && <Text size="sm">{texts.more(changed.length - shown)}</Text>}
        <Group justify="flex-end">
          <Button loading={saving} onClick={onSave}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
