import { MultiSelect, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';

import { useGiveScope } from '@/api/access-lists';
import { scopeQuery } from '@/api/scope';
import type { ClubUser, UserScope } from '@/api/types';
import { FormDialog } from '@/components/FormDialog';
import { ListState } from '@/components/ListState';
import { commonTexts } from '@/texts/common';
import { scopeTexts as texts } from '@/texts/settings-admin';

import { useKept } from './use-kept';

interface ScopeDialogProps {
  user: Pick<ClubUser, 'id' | 'name'>;
  onClose: () => void;
}

/** Which teams and age groups somebody reads. */
export default function ScopeDialog({ user, onClose }: ScopeDialogProps) {
  const scope = useQuery(scopeQuery(user.id));
  return (
    <ListState query={scope}>
      {(saved) => <ScopeForm user={user} saved={saved} onClose={onClose} />}
    </ListState>
  );
}

const scopeOf = ({ teams, age_groups }: { teams: string[]; age_groups: string[] }) => ({
  teams: teams.map(Number),
  age_groups,
});

function ScopeForm({ user, saved, onClose }: ScopeDialogProps & { saved: UserScope }) {
  const given = { teams: saved.teams.map(String), age_groups: saved.age_groups };
  const form = useForm({ initialValues: given });
  useKept(form, given);
  const give = useGiveScope(user.id);
  // An age group that nobody is in at the moment stays given.
  const ages = [...new Set([...saved.available.age_groups, ...saved.age_groups])];
  return (
    <FormDialog
      title={texts.title(user.name)}
      onClose={onClose}
      submit={commonTexts.save}
      pending={give.isPending}
      error={give.error}
      typed={form.isDirty()}
      errorTitle={commonTexts.notSaved}
      onSubmit={form.onSubmit((chosen) =>
        give.mutate(
          { before: scopeOf(form.getInitialValues()), after: scopeOf(chosen) },
          {
            onSuccess: () => {
              notifications.show({ message: commonTexts.saved, color: 'green' });
              onClose();
            },
          },
        ),
      )}
    >
      <Text size="sm">{texts.intro}</Text>
      <MultiSelect
        label={texts.teams}
        searchable
        hidePickedOptions
        nothingFoundMessage={texts.nothing}
        data={saved.available.teams.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.getInputProps('teams')}
      />
      <MultiSelect
        label={texts.ages}
        description={texts.agesHint}
        searchable
        hidePickedOptions
        nothingFoundMessage={texts.nothing}
        data={ages}
        {...form.getInputProps('age_groups')}
      />
    </FormDialog>
  );
}
