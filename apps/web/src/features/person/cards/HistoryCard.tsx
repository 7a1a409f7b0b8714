import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconHistory, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

import { useGroupNames } from '@/api/groups/names';
import type { Person, PersonFields, WorkEntry } from '@/api/types';
import cards from '@/components/cards/Cards.module.css';
import { sameJson } from '@/components/cards/changed-keys';
import { LineButton } from '@/components/cards/LineButton';
import { CardForm, EditableCard } from '@/components/cards/EditableCard';
import { Folded } from '@/components/Folded';
import { lazyPart } from '@/components/lazy-part';
import { GroupLink } from '@/features/groups/GroupLink';
import { formatPeriod, isoDay } from '@/lib/dates';
import { groupTexts } from '@/texts/groups';
import { personTexts } from '@/texts/person';

import { kindOfWork, sortWork } from '../history';
import { periodProblems } from '../period-problems';
import { settleWork } from '../settle-work';
import { usePersonEditor } from '../use-person-editor';

const HistoryRow = lazyPart(() => import('./HistoryRow'), 'soon');

const texts = personTexts.history;

const read = ({ work_history }: PersonFields) => ({ work_history });

type Values = ReturnType<typeof read>;

const isBegun = ({ team, job_title, description }: WorkEntry) =>
  team !== 0 || job_title.trim() !== '' || description.trim() !== '';

export function HistoryCard({ person }: { person: Person }) {
  const before = person.acf.work_history;
  const tidy = ({ work_history }: Values): Values => ({
    work_history: settleWork(work_history.filter(isBegun), before, isoDay(new Date())),
  });
  const form = useForm<Values>({
    initialValues: read(person.acf),
    validate: ({ work_history }) =>
      Object.fromEntries(
        work_history.flatMap((entry, index) =>
          Object.entries(periodProblems(entry, before)).map(([key, problem]) => [
            `work_history.${index}.${key}`,
            problem,
          ]),
        ),
      ),
  });
  const editor = usePersonEditor({ person, form, read, tidy });
  const [line, setLine] = useState<number>();
  const begin = (index: number, work_history: WorkEntry[]) => {
    setLine(index);
    editor.startWith({ work_history });
  };
  const rows = form.values.work_history;
  // What was typed before the page went away is of the row that differs.
  const index = line ?? rows.findIndex((row) => !before.some((old) => sameJson(old, row)));
  const remove = () => {
    form.setFieldValue('work_history', rows.toSpliced(index, 1));
    editor.submit();
  };
  const cardForm = editor.editing && (
    <CardForm editor={editor}>
      <HistoryRow form={form} index={index} onRemove={index < before.length ? remove : undefined} />
    </CardForm>
  );
  return (
    <EditableCard
      title={texts.title}
      icon={IconHistory}
      editor={editor}
      inline
      actions={
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          data-opener="new"
          aria-label={texts.addLong}
          onClick={() => begin(before.length, [...before, newEntry()])}
        >
          {texts.add}
        </Button>
      }
      view={
        <Stack>
          {index >= before.length && cardForm}
          <HistoryView
            entries={before}
            onEdit={editor.editing ? undefined : (at) => begin(at, before)}
            edited={cardForm === false ? undefined : { index, form: cardForm }}
          />
        </Stack>
      }
    />
  );
}

const newEntry = (): WorkEntry => ({
  team: 0,
  entity_type: '',
  job_title: '',
  description: '',
  start_date: isoDay(new Date()),
  end_date: '',
  is_current: true,
});

interface HistoryViewProps {
  entries: readonly WorkEntry[];
  /** Changes one row where it stands. */
  onEdit?: (index: number) => void;
  /** The row that is being changed, and its form. */
  edited?: { index: number; form: ReactNode };
}

function HistoryView({ entries, onEdit, edited }: HistoryViewProps) {
  const names = useGroupNames(entries.some(({ team }) => team !== 0));
  const { current, past } = sortWork(entries, isoDay(new Date()));

  const nameOf = (entry: WorkEntry) => {
    if (entry.team === 0) return entry.description;
    const known = names?.get(entry.team) ?? entry.description;
    return known || groupTexts.kinds[kindOfWork(entry)].unknown(entry.team);
  };
  const place = (entry: WorkEntry) => {
    // Not among the names: a group that was removed, or that the reader may not see.
    const gone = names !== undefined && !names.has(entry.team);
    if (entry.team === 0 || gone) return nameOf(entry);
    return (
      <GroupLink kind={kindOfWork(entry)} id={entry.team}>
        {nameOf(entry)}
      </GroupLink>
    );
  };
  const line = (entry: WorkEntry, past: boolean) => {
    const index = entries.indexOf(entry);
    if (index === edited?.index) return <li key={index}>{edited.form}</li>;
    return (
      <li key={index} className={cards.entry}>
        <div>
          <Group gap="xs">
            <Text inherit fw={past ? 400 : 600}>
              {place(entry)}
            </Text>
            {entry.job_title !== '' && (
              <Badge variant="default" tt="none">
                {entry.job_title}
              </Badge>
            )}
          </Group>
          <Text size="xs" c="dimmed">
            {formatPeriod(entry.start_date, entry.end_date)}
          </Text>
        </div>
        {onEdit !== undefined && (
          <LineButton
            label={texts.change([entry.job_title, nameOf(entry)].filter(Boolean).join(', '))}
            opener={`row-${index}`}
            onClick={() => onEdit(index)}
          />
        )}
      </li>
    );
  };

  if (entries.length === 0) return <Text c="dimmed">{texts.empty}</Text>;
  return (
    <Stack>
      {current.length > 0 && (
        <HistoryList title={texts.current} entries={current}>
          {(entry) => line(entry, false)}
        </HistoryList>
      )}
      {past.length > 0 && (
        <HistoryList title={texts.past} entries={past} past>
          {(entry) => line(entry, true)}
        </HistoryList>
      )}
    </Stack>
  );
}

interface HistoryListProps {
  title: string;
  entries: readonly WorkEntry[];
  past?: boolean;
  children: (entry: WorkEntry) => ReactNode;
}

function HistoryList({ title, entries, past = false, children }: HistoryListProps) {
  return (
    <Stack gap="xs" className={past ? cards.past : undefined}>
      <Title order={3} c="dimmed">
        {title}
      </Title>
      <Folded items={entries} limit={past ? 6 : 20}>
        {(shown) => <ul className={cards.entries}>{shown.map(children)}</ul>}
      </Folded>
    </Stack>
  );
}
