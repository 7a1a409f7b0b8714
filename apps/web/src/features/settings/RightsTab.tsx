import { Alert, Button, Group, MultiSelect, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';

import { matrixQuery, useDecideMatrix } from '@/api/matrix';
import type { CapabilityMatrix } from '@/api/types';
import { ErrorAlert } from '@/components/ErrorAlert';
import { ListState } from '@/components/ListState';
import { useUnsaved } from '@/lib/unsaved';
import { commonTexts } from '@/texts/common';
import { rightsTexts as texts } from '@/texts/settings-admin';

import { FactorRuleCard } from './FactorRuleCard';
import { chosenRights, decidedRights, fixedRole, opensAll } from './rights';
import { SettingsCard } from './SettingsCard';
import { takeKept } from './take-kept';

export function RightsTab() {
  const matrix = useQuery(matrixQuery);
  return (
    <Stack gap="md">
      <SettingsCard title={texts.title} intro={texts.intro}>
        <ListState query={matrix}>{(saved) => <RightsForm saved={saved} />}</ListState>
      </SettingsCard>
      <FactorRuleCard />
    </Stack>
  );
}

function RightsForm({ saved }: { saved: CapabilityMatrix }) {
  const form = useForm({ initialValues: chosenRights(saved) });
  const decide = useDecideMatrix();
  const rights = saved.capabilities.map(({ name, label }) => ({ value: name, label }));
  const wide = rights.filter(({ value }) => opensAll(form.values, value)).map(({ label }) => label);
  const save = async (): Promise<boolean> => {
    const sent = form.getValues();
    try {
      const kept = chosenRights(
        await decide.mutateAsync(decidedRights(form.getInitialValues(), sent)),
      );
      takeKept(form, sent, kept);
      notifications.show({ message: commonTexts.saved, color: 'green' });
      return true;
    } catch {
      return false; // the alert says why
    }
  };
  useUnsaved(form.isDirty() ? 'typed' : decide.isPending ? 'sending' : 'nothing', {
    save,
    drop: form.reset,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack maw="36rem" gap="lg">
        <ErrorAlert error={decide.error} title={commonTexts.notSaved} />
        {saved.roles
          .filter(({ name }) => name !== fixedRole)
          .map(({ name, label }) => (
            <MultiSelect
              key={name}
              label={label}
              placeholder={form.values[name]?.length === 0 ? texts.none : undefined}
              searchable
              hidePickedOptions
              nothingFoundMessage={texts.nothing}
              data={rights}
              {...form.getInputProps(name)}
            />
          ))}
        {wide.length > 0 && (
          <Alert color="orange" title={texts.wideTitle} role="alert">
            {texts.wide(wide.join(' en '))}
          </Alert>
        )}
        <Group>
          <Button type="submit" disabled={!form.isDirty()} loading={decide.isPending}>
            {commonTexts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
