import { MultiSelect, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';

import { useSetRoles } from '@/api/access-lists';
import { userRolesQuery } from '@/api/administer';
import type { ClubUser, UserRoles } from '@/api/types';
import { FormDialog } from '@/components/FormDialog';
import { ListState } from '@/components/ListState';
import { commonTexts } from '@/texts/common';
import { accountTexts as texts, userTexts } from '@/texts/settings-admin';

import { roleName, roleOptions } from './roles';
import { useKept } from './use-kept';

interface RolesDialogProps {
  user: ClubUser;
  onClose: () => void;
}

/** Which roles somebody has by hand, and which come with functions. */
export default function RolesDialog({ user, onClose }: RolesDialogProps) {
  const roles = useQuery(userRolesQuery(user.id));
  return (
    <ListState query={roles}>
      {(saved) => <RolesForm user={user} saved={saved} onClose={onClose} />}
    </ListState>
  );
}

function RolesForm({ user, saved, onClose }: RolesDialogProps & { saved: UserRoles }) {
  const form = useForm({ initialValues: { roles: saved.by_hand } });
  useKept(form, { roles: saved.by_hand });
  const set = useSetRoles(user.id);
  return (
    <FormDialog
      title={texts.rolesTitle(user.name)}
      onClose={onClose}
      submit={commonTexts.save}
      pending={set.isPending}
      error={set.error}
      typed={form.isDirty()}
      errorTitle={commonTexts.notSaved}
      onSubmit={form.onSubmit(({ roles }) =>
        set.mutate(
          { before: form.getInitialValues().roles, after: roles },
          {
            onSuccess: () => {
              notifications.show({ message: commonTexts.saved, color: 'green' });
              onClose();
            },
          },
        ),
      )}
    >
      <MultiSelect
        label={texts.byHand}
        searchable
        hidePickedOptions
        data={roleOptions()}
        {...form.getInputProps('roles')}
      />
      {saved.by_function.length > 0 && (
        <Stack gap={2}>
          <Text size="sm" fw={500}>
            {texts.byFunction}
          </Text>
          {saved.by_function.map((role) => (
            <Text key={role} size="sm">
              {texts.because(
                roleName(role),
                (saved.functions[role] ?? []).join(', ') || texts.formerFunction,
              )}
            </Text>
          ))}
          <Text size="sm" c="dimmed">
            {texts.byFunctionHint}
          </Text>
        </Stack>
      )}
      <Text size="sm" c="dimmed">
        {[user.username, user.email].join(' · ')}
        {user.linked_person_name !== null && ` · ${userTexts.person}: ${user.linked_person_name}`}
      </Text>
    </FormDialog>
  );
}
