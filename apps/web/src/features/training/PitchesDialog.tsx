import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type SyntheticEvent, useState } from 'react';

import { useIsChangingTraining, useRemovePitch, useSavePitch } from '@/api/training';
import type { TrainingPitch } from '@/api/types';
import { Dialog } from '@/components/Dialog';
import { ErrorAlert } from '@/components/ErrorAlert';
import { fieldErrors } from '@/lib/field-errors';
import { trainingTexts } from '@/texts/training';

import classes from './Training.module.css';

const texts = trainingTexts.pitchDialog;

interface PitchesDialogProps {
  pitches: readonly TrainingPitch[];
  onClose: () => void;
}

/** The pitches of the club: each with its name, and one more. */
export default function PitchesDialog({ pitches, onClose }: PitchesDialogProps) {
  const remove = useRemovePitch();
  const busy = useIsChangingTraining();
  return (
    <Dialog opened onClose={onClose} title={texts.title} busy={busy}>
      <Stack>
        <ErrorAlert error={remove.error} />
        {pitches.length === 0 ? (
          <Text c="dimmed">{texts.empty}</Text>
        ) : (
          <ul className={classes.pitches}>
            {pitches.map((pitch) => (
              <li key={pitch.id}>
                <PitchForm
                  pitch={pitch}
                  onRemove={() => remove.mutate(pitch.id)}
                  removing={remove.isPending && remove.variables === pitch.id}
                />
              </li>
            ))}
          </ul>
        )}
        <PitchForm />
      </Stack>
    </Dialog>
  );
}

interface PitchFormProps {
  /** A new one without. */
  pitch?: TrainingPitch;
  onRemove?: () => void;
  removing?: boolean;
}

function PitchForm({ pitch, onRemove, removing }: PitchFormProps) {
  const save = useSavePitch();
  const [name, setName] = useState(pitch?.name ?? '');
  const changed = name.trim() !== '' && name !== pitch?.name;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!changed) return;
    // The field of a new one is empty again after each, unless the next name is being typed.
    const onSuccess = () => {
      if (pitch === undefined) setName((now) => (now === name ? '' : now));
    };
    save.mutate({ id: pitch?.id, name }, { onSuccess });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <TextInput
          flex="1 1 auto"
          aria-label={pitch === undefined ? texts.new : texts.name}
          placeholder={pitch === undefined ? texts.new : undefined}
          maxLength={100}
          value={name}
          onChange={({ currentTarget: { value } }) => setName(value)}
          error={fieldErrors(save.error).name}
        />
        {(changed || pitch === undefined) && (
          <Button
            type="submit"
            variant="default"
            loading={save.isPending}
            disabled={!changed}
            aria-label={pitch && texts.rename(pitch.name)}
          >
            {pitch === undefined ? texts.add : texts.save}
          </Button>
        )}
        {pitch !== undefined && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={texts.remove(pitch.name)}
            loading={removing}
            onClick={onRemove}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      <ErrorAlert error={save.error} mt="xs" />
    </form>
  );
}
