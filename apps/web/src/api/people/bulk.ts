import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { describeError } from '@/lib/describe-error';

import { take, takeUndoable } from '../client';
import { keys } from '../keys';
import { makeStale, staleAfter } from '../stale';
import type { BulkResult, BulkUpdates } from '../types';
import { changes } from './changes';
import type { PeopleSelection } from './wire';

export type { PeopleSelection };

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

export interface BulkOutcome extends Pick<BulkResult, 'updated' | 'failed'> {
  /** Takes back what was done, the last step last. */
  undo: string[];
  /** It was stopped before all were changed. */
  stopped: boolean;
}

/** Who is selected, as it is sent: no step names more people than the server takes. What a filter finds is one step. */
export function slices(who: PeopleSelection, most = mostInOneStep): PeopleSelection[] {
  if (!('ids' in who)) return [who];
  const { ids } = who;
  return Array.from({ length: Math.ceil(ids.length / most) }, (_, index) => ({
    ids: ids.slice(index * most, (index + 1) * most),
  }));
}

const sizeOf = (who: PeopleSelection) => ('ids' in who ? who.ids.length : who.expected);

/**
 * Sends a change step by step; the outcome is one. A step that fails ends it: whoever was not sent has failed, and what was done
 * before is told. When it is the first one, nobody was changed, and the error is the outcome. A signal ends it after the step that
 * is under way.
 */
export async function changeMany(
  who: PeopleSelection,
  updates: BulkUpdates,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<BulkOutcome> {
  const steps = slices(who);
  const outcome: BulkOutcome = { updated: [], failed: [], undo: [], stopped: false };
  let done = 0;
  for (const [index, step] of steps.entries()) {
    if (signal.aborted) return { ...outcome, stopped: true };
    onProgress({ done, total: sizeOf(who), steps: steps.length });
    try {
      const { data, undo } = await takeUndoable(changes.changeMany(step, updates));
      outcome.updated.push(...data.updated);
      outcome.failed.push(...data.failed);
      if (undo !== undefined) outcome.undo.push(undo);
    } catch (cause) {
      if (index === 0) throw cause;
      const error = describeError(cause).message;
      const left = steps.slice(index).flatMap((later) => ('ids' in later ? later.ids : []));
      outcome.failed.push(...left.map((id) => ({ id, error })));
      return outcome;
    }
    done += sizeOf(step);
  }
  return outcome;
}

/**
 * Changes many people at once, and tells how far it is; the progress is undefined before the first request. Whoever leaves the form,
 * or signs out, stops the steps that were not sent yet; onDone hears what was done all the same.
 */
export function useBulkChange(who: PeopleSelection, onDone: (outcome: BulkOutcome) => void) {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<Progress>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const mutation = useMutation({
    mutationFn: (updates: BulkUpdates) => {
      running.current = new AbortController();
      return changeMany(who, updates, setProgress, running.current.signal);
    },
    onSuccess: onDone,
    // Also after a failure: some may have been changed before it.
    onSettled: () => makeStale(queryClient, staleAfter.manyPeople()),
  });
  return { ...mutation, progress };
}

/** What a change would end. It is asked anew each time: a colleague may have moved somebody. */
export const endingsQuery = (who: PeopleSelection, updates: BulkUpdates) =>
  queryOptions({
    queryKey: keys.people.endings(who, updates),
    queryFn: ({ signal }) => take(changes.endings(who, updates, signal)),
    staleTime: 0,
    gcTime: 0,
  });
