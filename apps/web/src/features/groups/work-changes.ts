import type { GroupKind } from '@/api/groups/names';
import type { WorkEntry } from '@/api/types';
import { isCurrentWork } from '@/features/person/history';

/** A place in a group. */
export interface Place {
  kind: GroupKind;
  id: number;
}

/** A change of what somebody does, made of what they do now. */
export type WorkChange = (work: readonly WorkEntry[]) => WorkEntry[];

const entryIn = ({ kind, id }: Place, job_title: string, today: string): WorkEntry => ({
  team: id,
  entity_type: kind === 'teams' ? 'team' : 'commissie',
  job_title,
  description: '',
  start_date: today,
  end_date: '',
  is_current: true,
});

/** Whether somebody does one of these things in the group now. */
const isOne = (entry: WorkEntry, { id }: Place, titles: readonly string[], today: string) =>
  entry.team === id && titles.includes(entry.job_title) && isCurrentWork(entry, today);

/** Begins a role today; who has it already keeps it. */
export const begin =
  (place: Place, title: string, today: string): WorkChange =>
  (work) =>
    work.some((entry) => isOne(entry, place, [title], today))
      ? [...work]
      : [...work, entryIn(place, title, today)];

/** Ends roles today, and nothing else that somebody does. */
export const end =
  (place: Place, titles: readonly string[], today: string): WorkChange =>
  (work) =>
    work.map((entry) =>
      isOne(entry, place, titles, today)
        ? {
            ...entry,
            is_current: false,
            // Who begins and stops on one day was there that day.
            end_date: entry.start_date > today ? entry.start_date : today,
          }
        : entry,
    );

/** Ends roles in one group and begins them in another. */
export const move =
  (from: Place, to: Place, titles: readonly string[], today: string): WorkChange =>
  (work) =>
    titles.reduce<WorkEntry[]>(
      (changed, title) => begin(to, title, today)(changed),
      end(from, titles, today)(work),
    );
