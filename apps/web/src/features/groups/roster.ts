import type { RosterEntry } from '@/api/types';
import { compareNames } from '@/lib/compare';

/** Somebody in a block of a group's page, with all their roles there. */
export interface Player {
  id: number;
  name: string;
  thumbnail: string;
  titles: string[];
  /** The first day of the longest of the roles, or empty. */
  since: string;
}

/** One row a person: who has two roles in a block stands there once, with both. By family name. */
export function gather(entries: readonly RosterEntry[]): Player[] {
  const people = new Map<number, Player>();
  for (const { id, name, thumbnail, job_title, start_date } of byName(entries)) {
    const known = people.get(id) ?? { id, name, thumbnail, titles: [], since: start_date };
    if (job_title !== '' && !known.titles.includes(job_title)) known.titles.push(job_title);
    if (start_date < known.since) known.since = start_date;
    people.set(id, known);
  }
  return [...people.values()];
}

/** Who left last stands first. */
export const sortFormer = (entries: readonly RosterEntry[]): RosterEntry[] =>
  byName(entries).sort((a, b) => b.end_date.localeCompare(a.end_date));

const byName = (entries: readonly RosterEntry[]) =>
  [...entries].sort(
    (a, b) => compareNames(a.last_name, b.last_name) || compareNames(a.first_name, b.first_name),
  );
