import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';

import { searchSettingsQuery, useSaveSearchSettings } from '@/api/users';
import { sameJson } from '@/components/cards/changed-keys';
import { ErrorAlert } from '@/components/ErrorAlert';
import { ListState } from '@/components/ListState';
import { useUnsaved } from '@/lib/unsaved';
import { commonTexts } from '@/texts/common';
import { searchSettingsTexts as texts } from '@/texts/settings-admin';

import { SettingsCard } from './SettingsCard';
import { takeKept } from './take-kept';

export function SearchTab() {
  const settings = useQuery(searchSettingsQuery);
  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      <ListState query={settings}>
        {({ searchable_fields }) => <FieldsForm saved={searchable_fields} />}
      </ListState>
    </SettingsCard>
  );
}

function FieldsForm({ saved }: { saved: string[] }) {
  const form = useForm({ initialValues: { fields: saved } });
  const { fields } = form.values;
  const setFields = (chosen: string[]) => form.setFieldValue('fields', chosen);
  // One that was unticked stays in view until somebody leaves.
  const [own, setOwn] = useState(saved.filter((field) => texts.names[field] === undefined));
  const [typed, setTyped] = useState('');
  const save = useSaveSearchSettings();

  const addOwn = () => {
    const field = typed.trim();
    if (field === '') return;
    if (texts.names[field] === undefined && !own.includes(field)) setOwn([...own, field]);
    if (!fields.includes(field)) setFields([...fields, field]);
    setTyped('');
  };
  const keep = async (): Promise<boolean> => {
    const sent = form.getValues();
    try {
      const { searchable_fields } = await save.mutateAsync(sent.fields);
      takeKept(form, sent, { fields: searchable_fields });
      notifications.show({ message: commonTexts.saved, color: 'green' });
      return true;
    } catch {
      return false; // the alert says why
    }
  };
  // One that was unticked and ticked again comes last: the order says nothing.
  const isTyped = !sameJson(form.getInitialValues().fields.toSorted(), fields.toSorted());
  useUnsaved(isTyped ? 'typed' : save.isPending ? 'sending' : 'nothing', {
    save: keep,
    drop: form.reset,
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void keep();
  };
  return (
    <form onSubmit={submit}>
      <Stack maw="36rem" gap="lg">
        <ErrorAlert error={save.error} title={commonTexts.notSaved} />
        <Checkbox.Group label={texts.fields} value={fields} onChange={setFields}>
          <Stack gap="xs" mt="xs">
            {[...Object.keys(texts.names), ...own].map((field) => (
              <Checkbox key={field} value={field} label={texts.names[field] ?? field} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group gap="xs" align="flex-end">
          <TextInput
            label={texts.own}
            description={texts.ownHint}
            autoComplete="off"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              addOwn();
            }}
            flex="1 1 14rem"
          />
          <Button variant="default" onClick={addOwn}>
            {texts.addOwn}
          </Button>
        </Group>
        <Button type="submit" w="fit-content" loading={save.isPending}>
          {commonTexts.save}
        </Button>
      </Stack>
    </form>
  );
}
