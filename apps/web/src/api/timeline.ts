import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query';

import { changedKeys } from '@/components/cards/changed-keys';
import { timelineTexts } from '@/texts/timeline';

import { api, take, takePage } from './client';
import { dispute } from './dispute';
import { ApiError } from './errors';
import { still } from './if-match';
import { keys } from './keys';
import { staleAfter, useMakeStale } from './stale';
import { picked, saveMerged } from './save-merged';
import type { Activity, Note } from './types';

export type TimelineKind = 'all' | 'activity' | 'note' | 'todo' | 'email';

const at = (id: number) => ({ path: { id } });
const perPage = 20;

/** What stands on somebody's timeline, newest first, as far as it was asked for. */
export const timelineQuery = (id: number, kind: TimelineKind) =>
  infiniteQueryOptions({
    queryKey: keys.timeline.kind(id, kind),
    queryFn: ({ pageParam, signal }) =>
      takePage(
        api.GET('/club/v1/people/{id}/timeline', {
          params: {
            path: { id },
            query: { page: pageParam, per_page: perPage, ...(kind !== 'all' && { type: [kind] }) },
          },
          signal,
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ pages }, _all, page) => (page < pages ? page + 1 : undefined),
  });

/** What a mail on somebody's timeline says. */
export const mailQuery = (id: number, mail: number) =>
  queryOptions({
    queryKey: keys.timeline.mail(id, mail),
    queryFn: ({ signal }) =>
      take(
        api.GET('/club/v1/people/{id}/mails/{mail_id}', {
          params: { path: { id, mail_id: mail } },
          signal,
        }),
      ),
  });

/** What a form holds of an activity. */
export type ActivityValues = Pick<
  Activity,
  'content' | 'activity_type' | 'activity_date' | 'activity_time'
>;
/** What it holds of a note. */
export type NoteValues = Pick<Note, 'content' | 'visibility'>;

/** What is saved: something new, or a change of what stands there, as it was when somebody began. */
interface Saved<Values, Record> {
  kept?: Record;
  values: Values;
}

interface Moment<Values extends object, Record> {
  add: (values: Values) => Promise<Record>;
  change: (id: number, values: Partial<Values>, etag: string) => Promise<Record>;
  page: (page: number) => ReturnType<typeof takePage<Record>>;
}

/** Saves a moment. What somebody else changed of it meanwhile stays; of what both changed the user chooses. */
async function save<Values extends object, Record extends Values & { id: number; etag: string }>(
  { kept, values }: Saved<Values, Record>,
  { add, change, page }: Moment<Values, Record>,
): Promise<Record> {
  if (kept === undefined) return add(values);
  const before = { ...values, ...picked<Values>(kept, values) };
  return saveMerged<Values, Record>(
    { change: changedKeys(before, values), before, etag: kept.etag },
    {
      send: (part, etag) => change(kept.id, part, etag),
      reread: () => momentNow(kept.id, page),
      read: (record) => ({ ...values, ...picked<Values>(record, values) }),
      choose: (conflicts, { changed }) => dispute.ask({ conflicts, ...changed }),
    },
  );
}

/** One moment has no address of its own: it is looked for in the list. */
async function momentNow<Record extends { id: number }>(
  id: number,
  page: Moment<object, Record>['page'],
): Promise<Record> {
  for (let at = 1; ; at += 1) {
    const { rows, pages } = await page(at);
    const found = rows.find((row) => row.id === id);
    if (found !== undefined) return found;
    if (at >= pages) throw new ApiError(404, 'gone', timelineTexts.gone);
  }
}

const most = 100;

/** Logs an activity of somebody, or changes one. */
export function useSaveActivity(person: number) {
  const settle = useMakeStale(staleAfter.timeline(person));
  return useMutation({
    mutationFn: (saved: Saved<ActivityValues, Activity>) =>
      save(saved, {
        add: (body) =>
          take(api.POST('/club/v1/people/{id}/activities', { params: at(person), body })),
        change: (id, body, etag) =>
          take(api.PUT('/club/v1/activities/{id}', { params: still(id, etag), body })),
        page: (page) =>
          takePage(
            api.GET('/club/v1/people/{id}/activities', {
              params: { ...at(person), query: { page, per_page: most } },
            }),
          ),
      }),
    onSettled: settle,
  });
}

/** Writes a note about somebody, or changes one. */
export function useSaveNote(person: number) {
  const settle = useMakeStale(staleAfter.timeline(person));
  return useMutation({
    mutationFn: (saved: Saved<NoteValues, Note>) =>
      save(saved, {
        add: (body) => take(api.POST('/club/v1/people/{id}/notes', { params: at(person), body })),
        change: (id, body, etag) =>
          take(api.PUT('/club/v1/notes/{id}', { params: still(id, etag), body })),
        page: (page) =>
          takePage(
            api.GET('/club/v1/people/{id}/notes', {
              params: { ...at(person), query: { page, per_page: most } },
            }),
          ),
      }),
    onSettled: settle,
  });
}

export function useRemoveMoment(person: number) {
  const settle = useMakeStale(staleAfter.timeline(person));
  return useMutation({
    mutationFn: ({ id, etag, type }: Pick<Activity | Note, 'id' | 'etag' | 'type'>) =>
      type === 'activity'
        ? take(api.DELETE('/club/v1/activities/{id}', { params: still(id, etag) }))
        : take(api.DELETE('/club/v1/notes/{id}', { params: still(id, etag) })),
    onSettled: settle,
  });
}
