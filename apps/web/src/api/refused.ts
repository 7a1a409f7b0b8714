import { sameJson } from '@/components/cards/changed-keys';

/**
 * Takes a refused edit back from what is shown: its own fields alone, because other edits may have been shown since, and of these
 * only what still stands there as it was typed.
 */
export function withoutRefused<Shown extends object>(
  now: Shown,
  edit: object,
  before: NoInfer<Shown>,
): Shown {
  const left: Partial<Record<string, unknown>> = { ...now };
  const was: Partial<Record<string, unknown>> = { ...before };
  for (const [field, typed] of Object.entries(edit))
    if (sameJson(left[field], typed)) left[field] = was[field];
  return left as Shown;
}
