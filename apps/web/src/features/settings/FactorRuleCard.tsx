import { Button, Group, MultiSelect, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';

import { useSetFactorRule } from '@/api/access-lists';
import { matrixQuery } from '@/api/matrix';
import { factorRuleQuery } from '@/api/second-factor';
import { ErrorAlert } from '@/components/ErrorAlert';
import { ListState } from '@/components/ListState';
import { useUnsaved } from '@/lib/unsaved';
import { commonTexts } from '@/texts/common';
import { factorRuleTexts as texts } from '@/texts/second-factor';

import { SettingsCard } from './SettingsCard';
import { useKept } from './use-kept';

/** Of which roles a second factor is asked. */
export function FactorRuleCard() {
  const rule = useQuery(factorRuleQuery);
  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      <ListState query={rule}>{({ roles }) => <RuleForm saved={roles} />}</ListState>
    </SettingsCard>
  );
}

function RuleForm({ saved }: { saved: string[] }) {
  const roles = useQuery(matrixQuery).data?.roles ?? [];
  const form = useForm({ initialValues: { roles: saved } });
  // Also what the server keeps of what was sent; what is chosen meanwhile stays.
  useKept(form, { roles: saved });
  const set = useSetFactorRule();
  const save = async (): Promise<boolean> => {
    const [before, after] = [form.getInitialValues().roles, form.getValues().roles];
    try {
      await set.mutateAsync({ before, after });
      notifications.show({ message: commonTexts.saved, color: 'green' });
      return true;
    } catch {
      return false; // the alert says why
    }
  };
  useUnsaved(form.isDirty() ? 'typed' : set.isPending ? 'sending' : 'nothing', {
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
      <Stack maw="36rem">
        <ErrorAlert error={set.error} title={commonTexts.notSaved} />
        <MultiSelect
          label={texts.roles}
          placeholder={form.values.roles.length === 0 ? texts.none : undefined}
          hidePickedOptions
          nothingFoundMessage={texts.nothing}
          data={roles.map(({ name, label }) => ({ value: name, label }))}
          {...form.getInputProps('roles')}
        />
        <Group>
          <Button type="submit" disabled={!form.isDirty()} loading={set.isPending}>
            {commonTexts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
