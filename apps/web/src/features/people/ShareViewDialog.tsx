import { MultiSelect, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { sessionQuery } from '@/api/session';
import type { SavedView } from '@/api/types';
import { useSaveView } from '@/api/views';
import { FormDialog } from '@/components/FormDialog';
import { roleName, roleOptions } from '@/features/settings/roles';
import { commonTexts } from '@/texts/common';
import { viewTexts as texts } from '@/texts/people-views';

interface ShareViewDialogProps {
  view: SavedView;
  onClose: () => void;
}

/** Asks which roles see a view too: of those that the user holds, and an administrator's any. */
export function ShareViewDialog({ view, onClose }: ShareViewDialogProps) {
  const { data: me } = useQuery(sessionQuery);
  const save = useSaveView();
  const [roles, setRoles] = useState<string[]>(view.roles);
  const may = me?.is_admin ? roleOptions().map(({ value }) => value) : (me?.roles ?? []);
  const offered = [...new Set([...may, ...view.roles])];
  return (
    <FormDialog
      title={texts.shareTitle}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(
          { id: view.id, change: { roles } },
          {
            onSuccess: () => {
              notifications.show({ color: 'green', message: texts.sharedNow(view.name) });
              onClose();
            },
          },
        );
      }}
      submit={commonTexts.save}
      pending={save.isPending}
      error={save.error}
      errorTitle={texts.notShared}
    >
      <Text size="sm">{texts.shareMessage(view.name)}</Text>
      <MultiSelect
        label={texts.roles}
        placeholder={roles.length === 0 ? texts.rolesNone : undefined}
        data={offered.map((role) => ({ value: role, label: roleName(role) }))}
        value={roles}
        onChange={setRoles}
        data-autofocus
        clearable
      />
    </FormDialog>
  );
}
