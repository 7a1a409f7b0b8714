import { Stack, Text } from '@mantine/core';

import { usePreviewVogMail } from '@/api/vog';
import { Dialog } from '@/components/Dialog';
import { ErrorAlert } from '@/components/ErrorAlert';
import { PersonSelect } from '@/features/person/PersonSelect';
import { vogTexts } from '@/texts/vog';

import type { VogTemplate } from './templates';
import classes from './Vog.module.css';

const texts = vogTexts.settings;

interface PreviewDialogProps {
  template: VogTemplate;
  /** As it stands in the form, saved or not. */
  text: string;
  onClose: () => void;
}

/** What somebody would be sent. */
export default function PreviewDialog({ template, text, onClose }: PreviewDialogProps) {
  const preview = usePreviewVogMail();
  const { data } = preview;
  return (
    <Dialog opened onClose={onClose} title={texts.previewTitle} size="lg">
      <Stack>
        <Text size="sm" c="dimmed">
          {texts.previewHint}
        </Text>
        <PersonSelect
          label={texts.previewFor}
          without={[]}
          focused
          busy={preview.isPending}
          onChoose={({ id }) => preview.mutate({ template, text, person_id: id })}
        />
        <ErrorAlert error={preview.error} />
        {data && (
          <div role="status">
            <Text fw={600}>
              {texts.subject}: {data.subject}
            </Text>
            <div className={classes.letter}>{data.text}</div>
          </div>
        )}
      </Stack>
    </Dialog>
  );
}
