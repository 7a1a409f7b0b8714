import { Badge, Checkbox, Group, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { DateInput, DatesProvider } from '@mantine/dates';
import { useForm } from '@mantine/form';
import { IconHistory } from '@tabler/icons-react';

import type { Person, PersonFields, WorkEntry } from '@/api/types';
import { formatDate, isoDay } from '@/lib/dates';
import { personTexts } from '@/texts/person';

import { dateSettings } from '../date-settings';
import { EditableCard } from '../EditableCard';
import classes from '../Person.module.css';
import { RowsEditor } from '../RowsEditor';
import { useCardEditor } from '../use-card-editor';

const texts = personTexts.history;

const read = ({ work_history }: PersonFields) => ({ work_history });

type Values = ReturnType<typeof read>;

export function HistoryCard({ person }: { person: Person }) {
  const form = useForm<Values>({ initialValues: read(person.acf) });
  const editor = useCardEditor({ person, form, read });

  const dateProps = (index: number, key: 'start_date' | 'end_date') => {
    const path = `work_history.${index}.${key}` as const;
    return {
      valueFormat: 'D MMM YYYY',
      clearable: true,
      clearButtonProps: { 'aria-label': texts.clearDate },
      'data-path': path,
      value: form.values.work_history[index]?.[key] || null,
      onChange: (date: string | null) => form.setFieldValue(path, date ?? ''),
      error: form.errors[path],
    };
  };

  return (
    <EditableCard
      title={texts.title}
      icon={IconHistory}
      editor={editor}
      view={<HistoryView entries={person.acf.work_history} />}
    >
      <DatesProvider settings={dateSettings}>
        <RowsEditor
          count={form.values.work_history.length}
          rowLabel={texts.row}
          removeLabel={texts.remove}
          onRemove={(index) => form.removeListItem('work_history', index)}
        >
          {(index) => (
            <Stack gap="sm">
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
                <TextInput
                  label={texts.job_title}
                  autoComplete="off"
                  {...form.getInputProps(`work_history.${index}.job_title`)}
                />
                <TextInput
                  label={texts.description}
                  autoComplete="off"
                  {...form.getInputProps(`work_history.${index}.description`)}
                />
                <DateInput label={texts.start_date} {...dateProps(index, 'start_date')} />
                <DateInput label={texts.end_date} {...dateProps(index, 'end_date')} />
              </SimpleGrid>
              <Checkbox
                label={texts.is_current}
                {...form.getInputProps(`work_history.${index}.is_current`, { type: 'checkbox' })}
              />
            </Stack>
          )}
        </RowsEditor>
      </DatesProvider>
      <Text size="sm" c="dimmed">
        {texts.addLater}
      </Text>
    </EditableCard>
  );
}

/** The same reading as the server's: marked as current, and no end before today. */
const isCurrent = ({ is_current, end_date }: WorkEntry, today: string) =>
  is_current && (end_date === '' || end_date >= today);

function HistoryView({ entries }: { entries: readonly WorkEntry[] }) {
  if (entries.length === 0) return <Text c="dimmed">{texts.empty}</Text>;
  const today = isoDay(new Date());
  const newestFirst = [...entries].sort((a, b) => b.start_date.localeCompare(a.start_date));
  const current = newestFirst.filter((entry) => isCurrent(entry, today));
  const past = newestFirst.filter((entry) => !isCurrent(entry, today));
  return (
    <Stack>
      {current.length > 0 && <HistoryList title={texts.current} entries={current} />}
      {past.length > 0 && <HistoryList title={texts.past} entries={past} past />}
    </Stack>
  );
}

interface HistoryListProps {
  title: string;
  entries: readonly WorkEntry[];
  past?: boolean;
}

function HistoryList({ title, entries, past = false }: HistoryListProps) {
  return (
    <Stack gap="xs" className={past ? classes.past : undefined}>
      <Title order={3} c="dimmed">
        {title}
      </Title>
      <ul className={classes.entries}>
        {entries.map((entry, index) => (
          <li key={index}>
            <Group gap="xs">
              <Text fw={past ? 400 : 600}>{entry.job_title || placeOf(entry)}</Text>
              {entry.job_title !== '' && (
                <Badge variant="default" tt="none">
                  {placeOf(entry)}
                </Badge>
              )}
            </Group>
            <Text size="sm" c="dimmed">
              {period(entry)}
            </Text>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

const placeOf = ({ description, entity_type, team }: WorkEntry) =>
  description !== ''
    ? description
    : entity_type === 'commissie'
      ? texts.committee(team)
      : texts.team(team);

function period({ start_date, end_date }: WorkEntry): string {
  if (start_date !== '' && end_date !== '') {
    return `${formatDate(start_date)} – ${formatDate(end_date)}`;
  }
  if (start_date !== '') return texts.since(formatDate(start_date));
  return end_date === '' ? '' : texts.until(formatDate(end_date));
}
