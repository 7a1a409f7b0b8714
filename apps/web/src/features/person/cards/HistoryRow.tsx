import { Autocomplete, Button, Group, SimpleGrid, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconTrash } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';

import { rosterQuery } from '@/api/groups/queries';
import { groupKinds } from '@/api/groups/names';
import type { PersonFields, WorkEntry } from '@/api/types';
import { DateField } from '@/components/DateField';
import { GroupSelect } from '@/features/groups/GroupSelect';
import { compareNames } from '@/lib/compare';
import { personTexts } from '@/texts/person';

import { kindOfWork } from '../history';

const texts = personTexts.history;

interface HistoryRowProps {
  form: UseFormReturnType<Pick<PersonFields, 'work_history'>>;
  /** Which of the rows. */
  index: number;
  /** Without it the row is new. */
  onRemove?: () => void;
}

/** The inputs of one row; they bring their own script, and ask for the groups when first shown. */
export default function HistoryRow({ form, index, onRemove }: HistoryRowProps) {
  const { work_history } = form.values;
  const titles = useTitles(work_history);
  const row = work_history[index];
  if (row === undefined) return null;

  const change = (changed: Partial<WorkEntry>) =>
    form.replaceListItem('work_history', index, { ...row, ...changed });
  const errorAt = (key: keyof WorkEntry) => form.errors[`work_history.${index}.${key}`];
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <GroupSelect
          label={texts.description}
          kinds={groupKinds}
          value={row.team}
          fallback={row.description}
          onChange={(group) => {
            // The description is the name that this row had for its old group.
            if (group !== null) {
              change({
                team: group.id,
                entity_type: group.kind === 'teams' ? 'team' : 'commissie',
                description: group.name,
              });
            }
          }}
          error={errorAt('team')}
        />
        <Autocomplete
          label={texts.job_title}
          data={titles}
          openOnFocus={false}
          {...form.getInputProps(`work_history.${index}.job_title`)}
        />
        <DateField
          label={texts.start_date}
          value={row.start_date}
          onChange={(start_date) => change({ start_date })}
          error={errorAt('start_date')}
        />
        <DateField
          label={texts.end_date}
          description={texts.endHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={row.end_date}
          onChange={(end_date) => change({ end_date })}
          error={errorAt('end_date')}
        />
      </SimpleGrid>
      {onRemove !== undefined && <RemoveButton onRemove={onRemove} />}
    </Stack>
  );
}

/** Asks once more: what is removed from somebody's past is nowhere else. */
function RemoveButton({ onRemove }: Required<Pick<HistoryRowProps, 'onRemove'>>) {
  const [asking, setAsking] = useState(false);
  return (
    <Group>
      <Button
        variant={asking ? 'filled' : 'subtle'}
        color="red"
        size="compact-sm"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={asking ? onRemove : () => setAsking(true)}
        onBlur={() => setAsking(false)}
      >
        {asking ? texts.removeNow : texts.remove}
      </Button>
    </Group>
  );
}

/** The titles that people have in the groups of this history. */
function useTitles(entries: readonly WorkEntry[]): string[] {
  const groups = new Map(
    entries.filter(({ team }) => team !== 0).map((entry) => [entry.team, kindOfWork(entry)]),
  );
  const used = useQueries({
    queries: [...groups].map(([id, kind]) => ({ ...rosterQuery(kind, id), retry: false })),
    combine: (answers) =>
      answers.flatMap(({ data }) => [...(data?.current ?? []), ...(data?.former ?? [])]),
  });
  const titles = [...entries, ...used].map(({ job_title }) => job_title);
  return [...new Set(titles)].filter((title) => title !== '').sort(compareNames);
}
