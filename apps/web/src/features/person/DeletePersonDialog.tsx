import { useQueryClient } from '@tanstack/react-query';

import { forgetPerson, useDeletePerson } from '@/api/people/mutations';
import type { Person } from '@/api/types';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { sayDone } from '@/components/UndoMessage';
import { useLeadOn } from '@/components/use-lead-on';
import { commonTexts } from '@/texts/common';
import { personTexts } from '@/texts/person';

import { fullName } from '@/lib/names';

interface DeletePersonDialogProps {
  person: Person;
  opened: boolean;
  onClose: () => void;
}

export function DeletePersonDialog({ person, opened, onClose }: DeletePersonDialogProps) {
  const queryClient = useQueryClient();
  const leadOn = useLeadOn();
  const remove = useDeletePerson(person.id);
  const name = fullName(person.acf) || commonTexts.unnamed;

  const leave = (undo: string | undefined) => {
    sayDone(personTexts.remove.done(name), [undo]);
    void leadOn({ to: '/leden' }).then(() => forgetPerson(queryClient, person.id));
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={personTexts.remove.title(name)}
      message={personTexts.remove.message}
      confirm={personTexts.remove.confirm}
      mutation={remove}
      variables={undefined}
      onDone={leave}
    />
  );
}
