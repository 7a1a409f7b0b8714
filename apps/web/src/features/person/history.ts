import type { GroupKind } from '@/api/groups/names';
import type { WorkEntry } from '@/api/types';

/** The same reading as the server's: marked as current, and no end before today. */
export const isCurrentWork = ({ is_current, end_date }: WorkEntry, today: string): boolean =>
  is_current && (end_date === '' || end_date >= today);

export const kindOfWork = ({ entity_type }: WorkEntry): GroupKind =>
  entity_type === 'commissie' ? 'commissies' : 'teams';

/** What somebody does now, and what they did; each the newest first. */
export function sortWork(entries: readonly WorkEntry[], today: string) {
  const newestFirst = [...entries].sort(
    (a, b) => b.start_date.localeCompare(a.start_date) || b.end_date.localeCompare(a.end_date),
  );
  return {
    current: newestFirst.filter((entry) => isCurrentWork(entry, today)),
    past: newestFirst.filter((entry) => !isCurrentWork(entry, today)),
  };
}
