import { ActionIcon, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';

import type { GroupNames } from '@/api/groups/names';
import type { TrainingPitch } from '@/api/types';
import { addDays, dayText } from '@/lib/calendar';
import { trainingTexts as texts } from '@/texts/training';

import type { Session } from './route';
import { SessionItem } from './SessionItem';
import classes from './Training.module.css';

interface WeekTableProps {
  monday: string;
  pitches: readonly TrainingPitch[];
  sessions: readonly Session[];
  names: GroupNames | undefined;
  /** For who keeps the schedule. */
  onOpen?: (session: Session) => void;
  onAdd?: (pitch: number, day: number) => void;
}

/** From Monday on; the weekend when there is something. */
export function daysOf(monday: string, sessions: readonly Session[]): string[] {
  const last = Math.max(5, ...sessions.map(({ block }) => block.day));
  return Array.from({ length: last }, (_, at) => addDays(monday, at));
}

/** A week by pitch and by day; on a phone by day alone. */
export function WeekTable(props: WeekTableProps) {
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  return narrow ? <Days {...props} /> : <Grid {...props} />;
}

function Grid({ monday, pitches, sessions, names, onOpen, onAdd }: WeekTableProps) {
  const days = daysOf(monday, sessions);
  return (
    // Who has no mouse scrolls it sideways by the arrow keys.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroller} tabIndex={0} role="group" aria-label={texts.title}>
      <table className={classes.week}>
        <caption>
          <VisuallyHidden>{texts.title}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">{texts.pitch}</th>
            {days.map((day) => (
              <th key={day} scope="col">
                {dayText(day, 'weekday')}
                <span className={classes.date}>{Number(day.slice(8))}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pitches.map(({ id, name }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              {days.map((day, at) => (
                <td key={day}>
                  <Sessions
                    sessions={sessions.filter(
                      ({ block, date }) => block.pitch_id === id && date === day,
                    )}
                    names={names}
                    onOpen={onOpen}
                  />
                  {onAdd && (
                    <ActionIcon
                      className={classes.add}
                      variant="subtle"
                      color="gray"
                      size="sm"
                      mt={4}
                      aria-label={texts.addAt(name, dayText(day, 'weekday'))}
                      onClick={() => onAdd(id, at + 1)}
                    >
                      <IconPlus size={16} aria-hidden />
                    </ActionIcon>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Sessions({
  sessions,
  names,
  onOpen,
  pitches,
}: Pick<WeekTableProps, 'sessions' | 'names' | 'onOpen'> & {
  pitches?: ReadonlyMap<number, string>;
}) {
  if (sessions.length === 0) return null;
  return (
    <ul className={classes.sessions}>
      {sessions.map((session) => (
        <li key={session.block.id}>
          <SessionItem
            session={session}
            names={names}
            pitch={pitches?.get(session.block.pitch_id)}
            onOpen={onOpen && (() => onOpen(session))}
          />
        </li>
      ))}
    </ul>
  );
}

function Days({ monday, pitches, sessions, names, onOpen }: WeekTableProps) {
  const byId = new Map(pitches.map(({ id, name }) => [id, name]));
  return (
    <Stack gap="md">
      {daysOf(monday, sessions).map((day) => {
        const of = sessions.filter(({ date }) => date === day);
        return (
          <section key={day}>
            <Title order={2} size="h4" mb={4}>
              {dayText(day, 'full')}
            </Title>
            {of.length === 0 ? (
              <Text c="dimmed">{texts.none}</Text>
            ) : (
              <Sessions sessions={of} names={names} onOpen={onOpen} pitches={byId} />
            )}
          </section>
        );
      })}
    </Stack>
  );
}
