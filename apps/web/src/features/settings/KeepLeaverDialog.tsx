import { Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';

import { useKeepLeaver } from '@/api/leavers';
import { FormDialog } from '@/components/FormDialog';
import { fieldErrors } from '@/lib/field-errors';
import { leaverTexts } from '@/texts/leavers';

const { keep: texts } = leaverTexts;

interface KeepLeaverDialogProps {
  id: number;
  name: string;
  onClose: () => void;
}

/** Asks why all of somebody is kept. */
export function KeepLeaverDialog({ id, name, onClose }: KeepLeaverDialogProps) {
  const keep = useKeepLeaver();
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title={texts.title(name)}
      submit={texts.action}
      pending={keep.isPending}
      error={keep.error}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void keep.mutateAsync({ id, reason }).then(
          () => {
            notifications.show({ color: 'green', message: texts.done(name) });
            onClose();
          },
          () => undefined, // the alert says why
        );
      }}
    >
      <Text>{texts.intro}</Text>
      <TextInput
        label={texts.reason}
        description={texts.hint}
        value={reason}
        maxLength={200}
        data-autofocus
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        error={keep.isPending ? undefined : fieldErrors(keep.error).reason}
      />
    </FormDialog>
  );
}
