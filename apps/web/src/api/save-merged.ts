import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query';

import { changedKeys } from '@/components/cards/changed-keys';
import type { Base } from '@/lib/drafts';
import { type Choice, type Conflict, merge } from '@/lib/merge';

import { type ApiError, hasStatus } from './errors';

/** What somebody changed of a record, and what the form was opened with. */
export interface Edit<Values extends object> extends Base<Values> {
  change: Partial<Values>;
}

interface Saving<Values extends object, Answer> {
  send: (change: Partial<Values>, etag: string) => Promise<Answer>;
  /** Asks for the record as it is now. */
  reread: () => Promise<Answer>;
  /** The values that a record holds. */
  read: (record: Answer) => Values;
  /** Lets the user choose; undefined when they would rather go back to their form. */
  choose: (conflicts: readonly Conflict[], refusal: ApiError) => Promise<Choice[] | undefined>;
}

type Key = (string | number)[];
type OneQuery<Record> = Pick<FetchQueryOptions<Record, Error, Record, Key>, 'queryKey' | 'queryFn'>;

/** How often others may come first. */
const mostTries = 5;

export const isOutdated = (error: unknown): error is ApiError => hasStatus(error, 412);

/**
 * Saves a change of a record that others may have changed meanwhile: what the user did not touch stays as the others made it,
 * and of what both changed the user chooses.
 */
export async function saveMerged<Values extends object, Answer extends { etag: string }>(
  edit: Edit<Values>,
  { send, reread, read, choose }: Saving<Values, Answer>,
): Promise<Answer> {
  let { change, before, etag } = edit;
  for (let tries = 1; ; tries += 1) {
    try {
      return await send(change, etag);
    } catch (refusal) {
      if (!isOutdated(refusal) || tries === mostTries) throw refusal;
      const record = await reread();
      const now = read(record);
      const mine = { ...before, ...change };
      const { conflicts } = merge(before, mine, now);
      const choices = conflicts.length === 0 ? [] : await choose(conflicts, refusal);
      if (choices === undefined) throw refusal;
      const { values } = merge(before, mine, now, choices);
      change = changedKeys(now, values);
      if (Object.keys(change).length === 0) return record;
      [before, etag] = [now, record.etag];
    }
  }
}

/** Asks for a record once more, whatever is known of it. */
export const reread = <Record>(
  queryClient: QueryClient,
  query: OneQuery<Record>,
): Promise<Record> =>
  queryClient.fetchQuery<Record, Error, Record, Key>({ ...query, staleTime: 0 });

/**
 * Does something with a record as the page shows it. When somebody changed the record meanwhile, the page shows that, and it is
 * done only if that does not matter.
 */
export async function asShown<Record extends { etag: string }, Answer>(
  queryClient: QueryClient,
  query: OneQuery<Record>,
  deed: (etag: string) => Promise<Answer>,
  isAlike: (before: Record, now: Record) => boolean = () => false,
): Promise<Answer> {
  const before = await queryClient.ensureQueryData<Record, Error, Record, Key>(query);
  try {
    return await deed(before.etag);
  } catch (refusal) {
    if (!isOutdated(refusal)) throw refusal;
    const now = await reread(queryClient, query);
    if (!isAlike(before, now)) throw refusal;
    return deed(now.etag);
  }
}

/** Those members of a record that a form has. */
export const picked = <Values extends object>(record: Values, form: Partial<Values>) =>
  Object.fromEntries(Object.entries(record).filter(([field]) => field in form)) as Partial<Values>;
