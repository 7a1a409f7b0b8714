import { Checkbox, Select, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useProvision, welcomeQuery } from '@/api/administer';
import { FormDialog } from '@/components/FormDialog';
import { PersonSelect } from '@/features/person/PersonSelect';
import { accountTexts as texts } from '@/texts/settings-admin';

import { roleOptions } from './roles';

interface NewAccountDialogProps {
  /** Who gets the account, where that is known. */
  person?: { id: number; name: string };
  onClose: () => void;
}

/** Makes an account of somebody. */
export default function NewAccountDialog({ person, onClose }: NewAccountDialogProps) {
  const [chosen, setChosen] = useState(person);
  const { data: welcome } = useQuery(welcomeQuery);
  const [send, setSend] = useState<boolean>();
  const form = useForm({ initialValues: { role: 'club_user' } });
  const provision = useProvision();
  return (
    <FormDialog
      title={person === undefined ? texts.addTitle : texts.addTitleFor(person.name)}
      onClose={onClose}
      submit={texts.create}
      pending={provision.isPending}
      disabled={chosen === undefined}
      error={provision.error}
      typed={form.isDirty()}
      onSubmit={form.onSubmit(({ role }) => {
        if (chosen === undefined) return;
        provision.mutate(
          {
            person: chosen.id,
            role,
            send_welcome_email: send ?? welcome?.auto_send_welcome_email ?? true,
          },
          {
            onSuccess: () => {
              notifications.show({ message: texts.created, color: 'green' });
              onClose();
            },
          },
        );
      })}
    >
      <Text size="sm">{texts.addIntro}</Text>
      {person === undefined && (
        <PersonSelect
          label={texts.person}
          without={[]}
          onChoose={({ id, name }) => setChosen({ id, name })}
          focused
        />
      )}
      {person === undefined && chosen !== undefined && <Text fw={500}>{chosen.name}</Text>}
      <Select
        label={texts.role}
        allowDeselect={false}
        data={roleOptions()}
        {...form.getInputProps('role')}
      />
      <Checkbox
        label={texts.sendWelcome}
        checked={send ?? welcome?.auto_send_welcome_email ?? true}
        onChange={(event) => setSend(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}
