import type { GroupNames } from '@/api/groups/names';
import type { TrainingPitch } from '@/api/types';
import { PrintSheet } from '@/components/print/PrintSheet';
import { addDays, dayText, weekOf } from '@/lib/calendar';
import { trainingTexts as texts } from '@/texts/training';

import type { Session } from './route';
import { teamsOf } from './SessionItem';
import { daysOf } from './WeekTable';

interface PrintWeekProps {
  monday: string;
  pitches: readonly TrainingPitch[];
  sessions: readonly Session[];
  names: GroupNames | undefined;
  onDone: () => void;
}

/** The sheet that hangs in the canteen: a week by pitch, without labels and marks for who keeps the schedule. */
export default function PrintWeek({ monday, pitches, sessions, names, onDone }: PrintWeekProps) {
  const days = daysOf(monday, sessions);
  const about = texts.week(
    weekOf(monday),
    dayText(monday, 'short'),
    dayText(addDays(monday, 6), 'short'),
  );
  return (
    <PrintSheet title={texts.title} about={about} landscape onDone={onDone}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.pitch}</th>
            {days.map((day) => (
              <th key={day} scope="col">
                {dayText(day, 'weekday')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pitches.map(({ id, name }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              {days.map((day) => (
                <td key={day}>
                  {sessions
                    .filter(({ block, date }) => block.pitch_id === id && date === day)
                    .map((session) => (
                      <div key={session.block.id}>
                        {texts.time(session.block.start, session.block.end)}{' '}
                        {teamsOf(session, names)}
                        {session.cancelled && ` (${texts.cancelled.toLowerCase()})`}
                      </div>
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </PrintSheet>
  );
}
