import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { describeError } from '@/lib/describe-error';

import { take } from '../client';
import { makeStale, staleAfter } from '../keys';
import type { BulkResult } from '../types';
import { type BulkChange, type PeopleFilter, wire } from './wire';

/**
 * Who is selected: these people, or all whom a filter finds. `expected` is how many that were when the user was told; when the
 * filter finds another number, the server changes nobody and answers 409.
 */
export type PeopleSelection =
  { ids: readonly number[] } | { filter: PeopleFilter; expected: number };

/** How many people the server changes in one step. */
export const mostInOneStep = 1_000;

/** How far a change of many people is. */
export interface Progress {
  /** For how many people the server has answered. */
  done: number;
  total: number;
  /** In how many requests all of them go. */
  steps: number;
}

/** The changes as they are sent: none is about more people than the server takes. */
export function slices(changes: readonly BulkChange[], most = mostInOneStep): BulkChange[] {
  return changes.flatMap(({ ids, updates }) =>
    Array.from({ length: Math.ceil(ids.length / most) }, (_, index) => ({
      ids: ids.slice(index * most, (index + 1) * most),
      updates,
    })),
  );
}

/**
 * Sends the changes one after the other; the outcome is one. A step that fails ends it: whoever was not sent has failed, and what was
 * done before is told. When it is the first one, nobody was changed, and the error is the outcome.
 */
export async function changeMany(
  changes: readonly BulkChange[],
  onProgress: (progress: Progress) => void,
): Promise<BulkResult> {
  const steps = slices(changes);
  const total = steps.reduce((sum, { ids }) => sum + ids.length, 0);
  const outcome: BulkResult = { success: true, updated: [], failed: [] };
  let done = 0;
  for (const step of steps) {
    onProgress({ done, total, steps: steps.length });
    try {
      const { updated, failed } = await take(wire.changeMany(step));
      outcome.updated.push(...updated);
      outcome.failed.push(...failed);
    } catch (cause) {
      if (done === 0) {
        throw cause;
      }
      const error = describeError(cause).message;
      const left = steps.slice(steps.indexOf(step)).flatMap(({ ids }) => ids);
      outcome.failed.push(...left.map((id) => ({ id, error })));
      return outcome;
    }
    done += step.ids.length;
  }
  return outcome;
}

/** Changes many people at once, and tells how far it is; the progress is undefined before the first request. */
export function useBulkChange() {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<Progress>();
  const mutation = useMutation({
    mutationFn: (changes: readonly BulkChange[]) => changeMany(changes, setProgress),
    // Also after a failure: some may have been changed before it.
    onSettled: () => makeStale(queryClient, staleAfter.manyPeople()),
  });
  return { ...mutation, progress };
}
