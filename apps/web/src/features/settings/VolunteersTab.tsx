import { Button, MultiSelect, Stack, TagsInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';

import { groupNamesQuery } from '@/api/groups/names';
import type { VolunteerRoles } from '@/api/types';
import { useSaveVolunteerRoles, volunteerRolesQuery } from '@/api/volunteers';
import { changedKeys } from '@/components/cards/changed-keys';
import { ErrorAlert } from '@/components/ErrorAlert';
import { ListState } from '@/components/ListState';
import { compareNames } from '@/lib/compare';
import { useUnsaved } from '@/lib/unsaved';
import { commonTexts } from '@/texts/common';
import { volunteerTexts as texts } from '@/texts/settings-admin';

import { SettingsCard } from './SettingsCard';
import { takeKept } from './take-kept';

export function VolunteersTab() {
  const roles = useQuery(volunteerRolesQuery);
  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      <ListState query={roles}>{(saved) => <RolesForm saved={saved} />}</ListState>
    </SettingsCard>
  );
}

function RolesForm({ saved }: { saved: VolunteerRoles }) {
  const form = useForm({ initialValues: valuesOf(saved) });
  const committees = useQuery(groupNamesQuery);
  const save = useSaveVolunteerRoles();
  const keep = async (): Promise<boolean> => {
    const sent = form.getValues();
    const { exempt, ...titles } = changedKeys(form.getInitialValues(), sent);
    try {
      const kept = valuesOf(
        await save.mutateAsync({
          ...titles,
          ...(exempt && { exempt_commissies: exempt.map(Number) }),
        }),
      );
      takeKept(form, sent, kept);
      notifications.show({ message: commonTexts.saved, color: 'green' });
      return true;
    } catch {
      return false; // the alert says why
    }
  };
  useUnsaved(save.isPending ? 'sending' : form.isDirty() ? 'typed' : 'nothing', {
    save: keep,
    drop: form.reset,
  });
  const names = (committees.data ?? [])
    .filter(({ kind }) => kind === 'commissies')
    .sort((a, b) => compareNames(a.name, b.name))
    .map(({ id, name }) => ({ value: String(id), label: name }));
  // A committee that was removed keeps its place: leaving it out would be a change that nobody made.
  const gone = form.values.exempt
    .filter((id) => !names.some(({ value }) => value === id))
    .map((id) => ({ value: id, label: texts.gone(id) }));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void keep();
      }}
    >
      <Stack maw="36rem" gap="lg">
        <ErrorAlert error={save.error} title={commonTexts.notSaved} />
        <TagsInput
          label={texts.player}
          description={texts.playerHint}
          splitChars={[',', ';']}
          {...form.getInputProps('player_roles')}
        />
        <TagsInput
          label={texts.excluded}
          description={texts.excludedHint}
          splitChars={[',', ';']}
          {...form.getInputProps('excluded_roles')}
        />
        <MultiSelect
          label={texts.exempt}
          description={texts.exemptHint}
          searchable
          hidePickedOptions
          nothingFoundMessage={texts.nothing}
          data={[...names, ...gone]}
          {...form.getInputProps('exempt')}
        />
        <Button type="submit" w="fit-content" loading={save.isPending}>
          {commonTexts.save}
        </Button>
      </Stack>
    </form>
  );
}

const valuesOf = ({ exempt_commissies, ...titles }: VolunteerRoles) => ({
  ...titles,
  exempt: exempt_commissies.map(String),
});
