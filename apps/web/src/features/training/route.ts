import type { TrainingBlock } from '@/api/types';
import { addDays, mondayOf } from '@/lib/calendar';

import type { TrainingSearch } from './search';

/** A training in a week: when it is, and whether it takes place. */
export interface Session {
  block: TrainingBlock;
  date: string;
  cancelled: boolean;
  /** Another one is on its pitch at the same time that day. */
  clashes: boolean;
}

/** The training of the week that begins on a Monday, in the order of time. */
export function sessionsOf(blocks: readonly TrainingBlock[], monday: string): Session[] {
  const sessions = blocks
    .map((block) => {
      const date = addDays(monday, block.day - 1);
      return { block, date, cancelled: block.cancelled_on.includes(date), clashes: false };
    })
    .filter(
      ({ block: { valid_from, valid_until }, date }) =>
        (valid_from === null || valid_from <= date) &&
        (valid_until === null || date <= valid_until),
    )
    .sort(
      (a, b) =>
        a.date.localeCompare(b.date) ||
        a.block.start.localeCompare(b.block.start) ||
        a.block.id - b.block.id,
    );
  // The server says of a block with which others it clashes on some day: what counts is who is there this week.
  const there = new Set(
    sessions.filter(({ cancelled }) => !cancelled).map(({ block }) => block.id),
  );
  for (const session of sessions) {
    session.clashes = !session.cancelled && session.block.clashes.some((other) => there.has(other));
  }
  return sessions;
}

export const narrowed = (sessions: readonly Session[], { team, veld }: TrainingSearch): Session[] =>
  sessions.filter(
    ({ block }) =>
      (team === 0 || block.team_ids.includes(team)) && (veld === 0 || block.pitch_id === veld),
  );

/** The Monday of the chosen week. */
export const weekFrom = ({ week }: TrainingSearch, today: string): string =>
  mondayOf(week === '' ? today : week);
