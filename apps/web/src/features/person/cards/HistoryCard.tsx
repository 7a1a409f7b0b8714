import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconHistory } from '@tabler/icons-react';
import { type ReactNode } from 'react';

import { useGroupNames } from '@/api/groups/queries';
import type { Person, PersonFields, WorkEntry } from '@/api/types';
import cards from '@/components/cards/Cards.module.css';
import { EditableCard } from '@/components/cards/EditableCard';
import { Folded } from '@/components/Folded';
import { GroupLink } from '@/features/groups/GroupLink';
import { formatPeriod, isoDay } from '@/lib/dates';
import { groupTexts } from '@/texts/groups';
import { personTexts } from '@/texts/person';

import { kindOfWork, periodProblems, settleWork, sortWork } from '../history';
import { usePersonEditor } from '../use-person-editor';
import { lazyPart } from '@/components/lazy-part';

const HistoryRows = lazyPart(() => import('./HistoryRows'), 'soon');

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
  return (
    <EditableCard
      title={texts.title}
      icon={IconHistory}
      editor={editor}
      view={<HistoryView fields={person.acf} />}
    >
      <HistoryRows form={form} />
    </EditableCard>
  );
}

function HistoryView({ fields }: { fields: PersonFields }) {
  const names = useGroupNames(fields.work_history.some(({ team }) => team !== 0));
  const { current, past } = sortWork(fields.work_history, isoDay(new Date()));

  const place = (entry: WorkEntry) => {
    const kind = kindOfWork(entry);
    const name = names?.get(entry.team);
    const fallback = entry.description || groupTexts.kinds[kind].unknown(entry.team);
    // Not among the names: a group that was removed, or that the reader may not see.
    const gone = names !== undefined && name === undefined;
    if (entry.team === 0 || gone) return fallback;
    return (
      <GroupLink kind={kind} id={entry.team}>
        {name ?? fallback}
      </GroupLink>
    );
  };

  if (current.length + past.length === 0) return <Text c="dimmed">{texts.empty}</Text>;
  return (
    <Stack>
      {current.length > 0 && <HistoryList title={texts.current} entries={current} place={place} />}
      {past.length > 0 && <HistoryList title={texts.past} entries={past} place={place} past />}
    </Stack>
  );
}

interface HistoryListProps {
  title: string;
  entries: readonly WorkEntry[];
  place: (entry: WorkEntry) => ReactNode;
  past?: boolean;
}

function HistoryList({ title, entries, place, past = false }: HistoryListProps) {
  return (
    <Stack gap="xs" className={past ? cards.past : undefined}>
      <Title order={3} c="dimmed">
        {title}
      </Title>
      <Folded items={entries} limit={past ? 6 : 20}>
        {(shown) => (
          <ul className={cards.entries}>
            {shown.map((entry, index) => (
              <li key={index}>
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
              </li>
            ))}
          </ul>
        )}
      </Folded>
    </Stack>
  );
}
