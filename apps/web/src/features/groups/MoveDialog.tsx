import { notifications } from '@mantine/notifications';
import { type SyntheticEvent, useState } from 'react';

import type { GroupName } from '@/api/groups/names';
import type { Group } from '@/api/groups/wire';
import { useChangeWork } from '@/api/people/work';
import { FormDialog } from '@/components/FormDialog';
import { isoDay } from '@/lib/dates';
import { groupTexts } from '@/texts/groups';

import { GroupSelect } from './GroupSelect';
import type { Player } from './roster';
import { move } from './work-changes';

const texts = groupTexts.roster;

interface MoveDialogProps {
  group: Group;
  person: Player;
  onClose: () => void;
}

/** Ends somebody's place in a group and begins the same one in another. */
export default function MoveDialog({ group, person, onClose }: MoveDialogProps) {
  const { id, name, titles } = person;
  const [to, setTo] = useState<GroupName | null>(null);
  const [missing, setMissing] = useState(false);
  const change = useChangeWork();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (to === null) {
      setMissing(true);
      return;
    }
    // The row may be gone by then, and this dialog with it: so the promise tells.
    change.mutateAsync({ id, change: move(group, to, titles, isoDay(new Date())) }).then(
      () => {
        notifications.show({ color: 'green', message: texts.moved(name, to.name) });
        onClose();
      },
      () => undefined, // the form says it
    );
  };
  return (
    <FormDialog
      title={texts.moveTitle(name)}
      onClose={onClose}
      onSubmit={submit}
      submit={texts.moveSubmit}
      pending={change.isPending}
      error={change.error}
    >
      <GroupSelect
        label={texts.moveTo}
        kinds={[group.kind]}
        without={group.id}
        required
        value={to?.id ?? 0}
        onChange={(chosen) => {
          setTo(chosen);
          setMissing(false);
        }}
        error={missing && texts.moveMissing}
      />
    </FormDialog>
  );
}
