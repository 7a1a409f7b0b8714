import type { WorkEntry } from '@/api/types';
import { sameJson } from '@/components/cards/changed-keys';

/** A row as it is saved: whether it is current follows from its end. Rows that nobody touched stay as they were. */
export const settleWork = (
  entries: readonly WorkEntry[],
  before: readonly WorkEntry[],
  today: string,
): WorkEntry[] =>
  entries.map((entry) =>
    before.some((old) => sameJson(old, entry))
      ? entry
      : { ...entry, is_current: entry.end_date === '' || entry.end_date >= today },
  );
