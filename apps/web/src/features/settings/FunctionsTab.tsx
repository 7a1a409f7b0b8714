import { ActionIcon, Button, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { functionMapQuery, useSetFunctionMap } from '@/api/administer';
import type { FunctionMap } from '@/api/types';
import { ErrorAlert } from '@/components/ErrorAlert';
import { ListState } from '@/components/ListState';
import { useUnsaved } from '@/lib/unsaved';
import { commonTexts } from '@/texts/common';
import { functionTexts as texts } from '@/texts/settings-admin';

import { functionRoleOptions } from './roles';
import { SettingsCard } from './SettingsCard';

/** Which roles functions of the club bring. */
export function FunctionsTab() {
  const map = useQuery(functionMapQuery);
  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      <ListState query={map}>{(saved) => <FunctionsForm saved={saved.map} />}</ListState>
    </SettingsCard>
  );
}

function FunctionsForm({ saved }: { saved: FunctionMap }) {
  const [map, setMap] = useState(saved);
  const [isTyped, setTyped] = useState(false);
  const set = useSetFunctionMap();
  const change = (changed: FunctionMap) => {
    setMap(changed);
    setTyped(true);
  };
  const save = async (): Promise<boolean> => {
    try {
      const kept = await set.mutateAsync(map);
      setMap(kept.map);
      setTyped(false);
      notifications.show({ message: commonTexts.saved, color: 'green' });
      return true;
    } catch {
      return false; // the alert says why
    }
  };
  useUnsaved(isTyped ? 'typed' : set.isPending ? 'sending' : 'nothing', {
    save,
    drop: () => {
      setMap(saved);
      setTyped(false);
    },
  });
  const names = Object.keys(map).sort((a, b) => a.localeCompare(b, 'nl'));
  return (
    <Stack maw="36rem" gap="lg">
      <ErrorAlert error={set.error} title={commonTexts.notSaved} />
      {names.length === 0 && <Text c="dimmed">{texts.empty}</Text>}
      {names.map((name) => (
        <Group key={name} align="flex-end" wrap="nowrap">
          <MultiSelect
            flex={1}
            label={name}
            placeholder={map[name]?.length === 0 ? texts.none : undefined}
            searchable
            hidePickedOptions
            nothingFoundMessage={texts.nothing}
            data={functionRoleOptions()}
            value={map[name] ?? []}
            onChange={(roles) => change({ ...map, [name]: roles })}
          />
          <ActionIcon
            variant="subtle"
            color="red"
            mb={4}
            aria-label={texts.remove(name)}
            onClick={() =>
              change(Object.fromEntries(Object.entries(map).filter(([other]) => other !== name)))
            }
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <NewFunction known={names} onAdd={(name) => change({ ...map, [name]: [] })} />
      <Group>
        <Button onClick={() => void save()} disabled={!isTyped} loading={set.isPending}>
          {commonTexts.save}
        </Button>
      </Group>
    </Stack>
  );
}

interface NewFunctionProps {
  known: readonly string[];
  onAdd: (name: string) => void;
}

function NewFunction({ known, onAdd }: NewFunctionProps) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const typed = name.trim();
        const isKnown = known.some((other) => other.toLowerCase() === typed.toLowerCase());
        if (typed === '' || isKnown) {
          setError(typed === '' ? texts.nameMissing : texts.known);
          return;
        }
        onAdd(typed);
        setName('');
        setError(undefined);
      }}
    >
      <Group align="flex-start">
        <TextInput
          flex="1 1 14rem"
          label={texts.name}
          description={texts.nameHint}
          placeholder={texts.namePlaceholder}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={error}
        />
        <Button type="submit" variant="default" mt={{ xs: '2.85rem' }}>
          {texts.add}
        </Button>
      </Group>
    </form>
  );
}
