import { Autocomplete, SimpleGrid } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQueries } from '@tanstack/react-query';

import { rosterQuery } from '@/api/groups/queries';
import { groupKinds } from '@/api/groups/wire';
import type { PersonFields, WorkEntry } from '@/api/types';
import { RowsEditor } from '@/components/cards/RowsEditor';
import { DateField } from '@/components/DateField';
import { GroupSelect } from '@/features/groups/GroupSelect';
import { compareNames } from '@/lib/compare';
import { isoDay } from '@/lib/dates';
import { personTexts } from '@/texts/person';

import { kindOfWork } from '../history';

const texts = personTexts.history;

interface HistoryRowsProps {
  form: UseFormReturnType<Pick<PersonFields, 'work_history'>>;
}

/** The inputs of the history; they bring their own script, and ask for the groups when first shown. */
export default function HistoryRows({ form }: HistoryRowsProps) {
  const { work_history } = form.values;
  const titles = useTitles(work_history);

  const newEntry = (): WorkEntry => ({
    team: 0,
    entity_type: '',
    job_title: '',
    description: '',
    start_date: isoDay(new Date()),
    end_date: '',
    is_current: true,
  });
  const change = (index: number, change: Partial<WorkEntry>) => {
    const before = work_history[index];
    if (before !== undefined) form.replaceListItem('work_history', index, { ...before, ...change });
  };
  const dateProps = (index: number, key: 'start_date' | 'end_date') => {
    const path = `work_history.${index}.${key}` as const;
    return {
      value: work_history[index]?.[key] ?? '',
      onChange: (date: string) => form.setFieldValue(path, date),
      error: form.errors[path],
    };
  };

  return (
    <RowsEditor
      count={work_history.length}
      rowLabel={texts.row}
      removeLabel={texts.remove}
      onRemove={(index) => form.removeListItem('work_history', index)}
      add={{
        label: texts.add,
        onAdd: () => form.insertListItem('work_history', newEntry()),
      }}
    >
      {(index) => (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <GroupSelect
            label={texts.description}
            kinds={groupKinds}
            value={work_history[index]?.team ?? 0}
            fallback={work_history[index]?.description ?? ''}
            onChange={(group) => {
              // The description is the name that this row had for its old group.
              if (group !== null) {
                change(index, {
                  team: group.id,
                  entity_type: group.kind === 'teams' ? 'team' : 'commissie',
                  description: group.name,
                });
              }
            }}
            error={form.errors[`work_history.${index}.team`]}
          />
          <Autocomplete
            label={texts.job_title}
            data={titles}
            openOnFocus={false}
            {...form.getInputProps(`work_history.${index}.job_title`)}
          />
          <DateField label={texts.start_date} {...dateProps(index, 'start_date')} />
          <DateField label={texts.end_date} {...dateProps(index, 'end_date')} />
        </SimpleGrid>
      )}
    </RowsEditor>
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
