import type { BulkChange } from '@/api/people/wire';
import type { PersonLabel, PersonRow } from '@/api/types';

type Labelled = Pick<PersonRow, 'id' | 'labels'>;

/** Everybody gets these labels and no others. */
export const replaceLabels = (
  people: readonly Labelled[],
  chosen: readonly number[],
): BulkChange[] => [{ ids: people.map(({ id }) => id), updates: { person_label: [...chosen] } }];

/**
 * Everybody keeps their labels and gets these too. The server only knows how to replace, so people who end with the same
 * labels go together; who has them all already is left alone.
 */
export function addLabels(
  people: readonly Labelled[],
  chosen: readonly number[],
  known: readonly PersonLabel[],
): BulkChange[] {
  const changes = new Map<string, { ids: number[]; updates: { person_label: number[] } }>();
  for (const { id, labels } of people) {
    const present = known.filter(({ name }) => labels.includes(name)).map((label) => label.id);
    const all = [...new Set([...present, ...chosen])].sort((a, b) => a - b);
    if (all.length === present.length) continue;
    const change = changes.get(all.join()) ?? { ids: [], updates: { person_label: all } };
    change.ids.push(id);
    changes.set(all.join(), change);
  }
  return [...changes.values()];
}
