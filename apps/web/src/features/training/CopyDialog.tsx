import { NativeSelect, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';

import { useCopyTraining } from '@/api/training';
import { FormDialog } from '@/components/FormDialog';
import { seasonOf } from '@/lib/calendar';
import { isoDay } from '@/lib/dates';
import { trainingTexts } from '@/texts/training';

const texts = trainingTexts.copyDialog;

/** Repeats the training of the season before in this season, or of this one in the next. */
export default function CopyDialog({ onClose }: { onClose: () => void }) {
  const today = isoDay(new Date());
  const seasons = [seasonOf(today), seasonOf(today, 1)];
  const [season, setSeason] = useState(seasonOf(today));
  const copy = useCopyTraining();
  const before = seasons[0] === season ? seasonOf(today, -1) : seasonOf(today);
  return (
    <FormDialog
      title={texts.title}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        copy.mutate(season, {
          onSuccess: ({ added }) => {
            notifications.show({
              color: added === 0 ? undefined : 'green',
              message: texts.copied(added),
            });
            onClose();
          },
        });
      }}
      submit={texts.submit}
      pending={copy.isPending}
      error={copy.error}
      fleeting
    >
      <NativeSelect
        label={texts.season}
        data={seasons}
        value={season}
        onChange={({ currentTarget: { value } }) => setSeason(value)}
      />
      <Text size="sm" c="dimmed">
        {texts.hint(before)}
      </Text>
    </FormDialog>
  );
}
