import { Button, Stack, TagsInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';

import { searchSettingsQuery, useSaveSearchSettings } from '@/api/users';
import { ErrorAlert } from '@/components/ErrorAlert';
import { ListState } from '@/components/ListState';
import { commonTexts } from '@/texts/common';
import { searchSettingsTexts as texts } from '@/texts/settings-admin';

import { SettingsCard } from './SettingsCard';

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
  const [fields, setFields] = useState(saved);
  const save = useSaveSearchSettings();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save.mutate(fields, {
      onSuccess: ({ searchable_fields }) => {
        setFields(searchable_fields);
        notifications.show({ message: commonTexts.saved, color: 'green' });
      },
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack maw="36rem">
        <ErrorAlert error={save.error} title={commonTexts.notSaved} />
        <TagsInput
          label={texts.fields}
          description={texts.fieldsHint}
          placeholder={fields.length === 0 ? texts.placeholder : undefined}
          value={fields}
          onChange={setFields}
          splitChars={[',', ' ']}
        />
        <Button type="submit" w="fit-content" loading={save.isPending}>
          {commonTexts.save}
        </Button>
      </Stack>
    </form>
  );
}
