import { administersGroups, administersMembers, mayEditGroup } from '@/api/capabilities';
import type { FormerEntry, RosterEntry } from '@/api/types';
import { compareNames } from '@/lib/compare';

/** Somebody in a block of a group's page, with all their roles there. */
export interface Player extends Pick<
  RosterEntry,
  | 'id'
  | 'name'
  | 'first_name'
  | 'last_name'
  | 'thumbnail'
  | 'birthdate'
  | 'datum-vog'
  | 'vog_required'
  | 'contact_info'
  | 'parents'
> {
  titles: string[];
  /** The first day of the longest of the roles, or empty. */
  since: string;
}

/**
 * Whether the people of a group are put in it and taken out of it here. That changes the people, not the group: who keeps teams
 * by their section alone reads them. Who made the group, or has it in a workspace, has people of their own.
 */
export const mayChangeRoster = (
  me: Parameters<typeof mayEditGroup>[0],
  group: Parameters<typeof mayEditGroup>[1],
): boolean =>
  administersMembers(me) ||
  me?.id === group.author ||
  (mayEditGroup(me, group) && !administersGroups(me));

/** One row a person: who has two roles in a block stands there once, with both. By family name. */
export function gather(entries: readonly RosterEntry[]): Player[] {
  const people = new Map<number, Player>();
  for (const entry of byName(entries)) {
    const { id, job_title, start_date } = entry;
    const known = people.get(id) ?? { ...entry, titles: [], since: start_date };
    if (!known.titles.includes(job_title)) known.titles.push(job_title);
    if (start_date < known.since) known.since = start_date;
    people.set(id, known);
  }
  return [...people.values()];
}

/** Who left last stands first. */
export const sortFormer = (entries: readonly FormerEntry[]): FormerEntry[] =>
  byName(entries).sort((a, b) => b.end_date.localeCompare(a.end_date));

const byName = <Entry extends FormerEntry>(entries: readonly Entry[]): Entry[] =>
  [...entries].sort(
    (a, b) => compareNames(a.last_name, b.last_name) || compareNames(a.first_name, b.first_name),
  );

/** Whom a stranger asks for: trainers, then leaders, then everybody else. */
const leading = [/^(hoofd)?trainer/i, /leider|manager/i, /trainer/i];

/** Who leads a team, in the order in which one asks for them. */
export function leadersFirst<One extends { job_title: string }>(staff: readonly One[]): One[] {
  const place = ({ job_title }: One): number => {
    const index = leading.findIndex((title) => title.test(job_title));
    return index === -1 ? leading.length : index;
  };
  return [...staff].sort((a, b) => place(a) - place(b));
}

/** The titles that people of a role have in a group, the most usual first; and those that are usual anywhere. */
export function usualTitles(entries: readonly RosterEntry[], role: RosterEntry['role']): string[] {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    if (entry.role === role && entry.job_title !== '') {
      counts.set(entry.job_title, (counts.get(entry.job_title) ?? 0) + 1);
    }
  }
  const here = [...counts].sort(([, a], [, b]) => b - a).map(([title]) => title);
  return [...new Set([...here, ...usual[role]])];
}

const usual: Record<RosterEntry['role'], readonly string[]> = {
  player: ['Teamspeler', 'Keeper'],
  staff: ['Trainer', 'Assistent-trainer', 'Leider', 'Teammanager', 'Verzorger', 'Grensrechter'],
  member: ['Lid', 'Voorzitter', 'Secretaris', 'Penningmeester'],
};
