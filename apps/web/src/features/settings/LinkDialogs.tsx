import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type SyntheticEvent, useState } from 'react';

import { useLinkPerson } from '@/api/administer';
import type { ClubUser } from '@/api/types';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { FormDialog } from '@/components/FormDialog';
import { PersonSelect } from '@/features/person/PersonSelect';
import { commonTexts } from '@/texts/common';
import { accountTexts as texts } from '@/texts/settings-admin';

interface LinkDialogProps {
  user: ClubUser;
  onClose: () => void;
}

const say = (message: string) => notifications.show({ message, color: 'green' });

/** Chooses the person that a user is: an account that was made by an invite is nobody's yet. */
export function LinkDialog({ user, onClose }: LinkDialogProps) {
  const [chosen, setChosen] = useState<{ id: number; name: string }>();
  const link = useLinkPerson(user.id);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (chosen === undefined) return;
    link.mutate(chosen.id, {
      onSuccess: () => {
        say(texts.linked(chosen.name));
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={texts.linkTitle(user.name)}
      onClose={onClose}
      submit={texts.linkSubmit}
      pending={link.isPending}
      disabled={chosen === undefined}
      error={link.error}
      fleeting
      onSubmit={submit}
    >
      <Text size="sm">{texts.linkIntro}</Text>
      <PersonSelect
        label={texts.person}
        without={[]}
        onChoose={({ id, name }) => setChosen({ id, name })}
        focused
      />
      {chosen !== undefined && <Text fw={500}>{chosen.name}</Text>}
    </FormDialog>
  );
}

/** Asks before a user is nobody any more. */
export function UnlinkDialog({ user, onClose }: LinkDialogProps) {
  const link = useLinkPerson(user.id);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={texts.unlink}
      message={texts.unlinkConfirm(user.name, user.linked_person_name || commonTexts.unnamed)}
      confirm={texts.unlink}
      mutation={link}
      variables={null}
      onDone={() => say(texts.unlinked)}
    />
  );
}
