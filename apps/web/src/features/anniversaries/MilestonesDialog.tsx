import { TagsInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { milestonesQuery, useSaveMilestones } from '@/api/anniversaries';
import { Dialog } from '@/components/Dialog';
import { FormDialog } from '@/components/FormDialog';
import { ListState } from '@/components/ListState';
import { anniversaryTexts } from '@/texts/anniversaries';

import { milestonesOf } from './route';

const texts = anniversaryTexts.dialog;

/** Which anniversaries the club celebrates, for administrators. */
export default function MilestonesDialog({ onClose }: { onClose: () => void }) {
  const saved = useQuery(milestonesQuery);
  if (saved.data === undefined) {
    return (
      <Dialog opened onClose={onClose} title={texts.title}>
        <ListState query={saved}>{() => null}</ListState>
      </Dialog>
    );
  }
  return <MilestonesForm saved={saved.data.milestones} onClose={onClose} />;
}

const written = (years: number) => String(years).replace('.', ',');

function MilestonesForm({ saved, onClose }: { saved: number[]; onClose: () => void }) {
  const [typed, setTyped] = useState(saved.map(written));
  const save = useSaveMilestones();
  const milestones = milestonesOf(typed);
  return (
    <FormDialog
      title={texts.title}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (milestones === undefined) return;
        save.mutate(milestones, {
          onSuccess: () => {
            notifications.show({ color: 'green', message: texts.saved });
            onClose();
          },
        });
      }}
      submit={texts.save}
      pending={save.isPending}
      error={save.error}
    >
      <TagsInput
        label={texts.label}
        description={texts.hint}
        placeholder={texts.placeholder}
        splitChars={[';', ' ']}
        maxTags={50}
        value={typed}
        onChange={setTyped}
        error={milestones === undefined && texts.wrong}
      />
    </FormDialog>
  );
}
