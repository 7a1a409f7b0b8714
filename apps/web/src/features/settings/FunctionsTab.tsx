import { Box, Button, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useSetFunctionMap } from '@/api/access-lists';
import { functionMapQuery } from '@/api/administer';
import type { FunctionMap } from '@/api/types';
import { sameJson } from '@/components/cards/changed-keys';
import { ErrorAlert } from '@/components/ErrorAlert';
import { ListState } from '@/components/ListState';
import { mergeLists } from '@/lib/merge';
import { useUnsaved } from '@/lib/unsaved';
import { commonTexts } from '@/texts/common';
import { functionTexts as texts } from '@/texts/settings-admin';

import { functionRoleOptions } from './roles';
import { RowButton } from './RowButton';
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
  const [opened, setOpened] = useState(saved);
  const [map, setMap] = useState(saved);
  /** A function that was typed and not added yet. */
  const [name, setName] = useState('');
  const [nameProblem, setNameProblem] = useState<string>();
  if (opened !== saved) {
    // A colleague changed something, or the server kept what was sent: what was changed here since stays.
    setOpened(saved);
    setMap(mergeLists(opened, map, saved));
  }
  const set = useSetFunctionMap();
  const typed = name.trim();
  const isTyped = typed !== '' || !sameJson(map, opened);
  const type = (text: string) => {
    setName(text);
    setNameProblem(undefined);
  };
  /** The functions with the one that was typed; undefined when that one cannot be added. */
  const withTyped = (): FunctionMap | undefined => {
    if (typed === '') return map;
    const isKnown = Object.keys(map).some((one) => one.toLowerCase() === typed.toLowerCase());
    if (isKnown) setNameProblem(texts.known);
    return isKnown ? undefined : { ...map, [typed]: [] };
  };
  const save = async (): Promise<boolean> => {
    const all = withTyped();
    if (all === undefined) return false;
    try {
      await set.mutateAsync({ before: opened, after: all });
      setName((now) => (now === name ? '' : now));
      notifications.show({ message: commonTexts.saved, color: 'green' });
      return true;
    } catch {
      return false; // the alert says why
    }
  };
  const add = () => {
    if (typed === '') {
      setNameProblem(texts.nameMissing);
      return;
    }
    const all = withTyped();
    if (all === undefined) return;
    setMap(all);
    type('');
  };
  useUnsaved(isTyped ? 'typed' : set.isPending ? 'sending' : 'nothing', {
    save,
    drop: () => {
      setMap(saved);
      type('');
    },
  });
  const names = Object.keys(map).sort((a, b) => a.localeCompare(b, 'nl'));
  return (
    <Stack maw="36rem" gap="lg">
      <ErrorAlert error={set.error} title={commonTexts.notSaved} />
      {names.length === 0 && <Text c="dimmed">{texts.empty}</Text>}
      {names.map((one) => (
        <Group key={one} align="flex-end" wrap="nowrap">
          <MultiSelect
            flex={1}
            label={one}
            placeholder={map[one]?.length === 0 ? texts.none : undefined}
            searchable
            hidePickedOptions
            nothingFoundMessage={texts.nothing}
            data={functionRoleOptions()}
            value={map[one] ?? []}
            onChange={(roles) => setMap({ ...map, [one]: roles })}
          />
          <Box mb={4}>
            <RowButton
              icon={IconTrash}
              danger
              label={texts.remove(one)}
              onClick={() =>
                setMap(Object.fromEntries(Object.entries(map).filter(([other]) => other !== one)))
              }
            />
          </Box>
        </Group>
      ))}
      <NewFunction name={name} onType={type} onAdd={add} error={nameProblem} />
      <Group>
        <Button onClick={() => void save()} disabled={!isTyped} loading={set.isPending}>
          {commonTexts.save}
        </Button>
      </Group>
    </Stack>
  );
}

interface NewFunctionProps {
  name: string;
  onType: (name: string) => void;
  onAdd: () => void;
  error: string | undefined;
}

function NewFunction({ name, onType, onAdd, error }: NewFunctionProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onAdd();
      }}
    >
      <Group align="flex-start">
        <TextInput
          flex="1 1 14rem"
          label={texts.name}
          description={texts.nameHint}
          placeholder={texts.namePlaceholder}
          value={name}
          onChange={(event) => onType(event.currentTarget.value)}
          error={error}
        />
        <Button type="submit" variant="default" mt={{ xs: '2.85rem' }}>
          {texts.add}
        </Button>
      </Group>
    </form>
  );
}
