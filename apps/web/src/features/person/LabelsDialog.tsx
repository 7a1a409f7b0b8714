import { Checkbox, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';

import { useChangeLabels } from '@/api/people/mutations';
import { labelsQuery } from '@/api/terms';
import type { Person } from '@/api/types';
import { FormDialog } from '@/components/FormDialog';
import { ListState } from '@/components/ListState';
import { commonTexts } from '@/texts/common';
import { personTexts } from '@/texts/person';

import classes from './Labels.module.css';

const texts = personTexts.labels;

interface LabelsDialogProps {
  person: Person;
  onClose: () => void;
}

export default function LabelsDialog({ person, onClose }: LabelsDialogProps) {
  const labels = useQuery(labelsQuery);
  const change = useChangeLabels(person.id);
  const [{ person_label, etag }] = useState(person); // as it was when this was opened
  const [chosen, setChosen] = useState(() => person_label.map(String));
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    const edit = { change: { person_label: chosen.map(Number) }, before: { person_label }, etag };
    change.mutate(edit, {
      onSuccess: () => {
        notifications.show({ message: commonTexts.saved, color: 'green' });
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={texts.title}
      onClose={onClose}
      onSubmit={save}
      submit={commonTexts.save}
      pending={change.isPending}
      disabled={labels.data === undefined || labels.data.length === 0}
      error={change.error}
      errorTitle={commonTexts.notSaved}
    >
      <ListState query={labels}>
        {(list) =>
          list.length === 0 ? (
            <Text c="dimmed">{texts.none}</Text>
          ) : (
            <Checkbox.Group aria-label={texts.title} value={chosen} onChange={setChosen}>
              <Stack gap="sm" className={classes.choices}>
                {list.map(({ id, name }) => (
                  <Checkbox key={id} value={String(id)} label={name} />
                ))}
              </Stack>
            </Checkbox.Group>
          )
        }
      </ListState>
    </FormDialog>
  );
}
