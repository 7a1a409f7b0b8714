import { keepPreviousData, queryOptions, useIsMutating, useMutation } from '@tanstack/react-query';

import { changedKeys } from '@/components/cards/changed-keys';

import { api, take } from './client';
import { dispute } from './dispute';
import { still } from './if-match';
import { keys } from './keys';
import { picked, saveMerged } from './save-merged';
import { staleAfter, useMakeStale } from './stale';
import type { NewShift, Shift, ShiftSeries } from './types';

export interface ShiftSpan {
  /** The first day, `YYYY-MM-DD`; empty for today, and what began yesterday and is not over. */
  from: string;
  /** The last day. */
  to: string;
  /** Only those on which the user comes. */
  mine: boolean;
}

const most = 500;

/** All shifts of a time, the first to begin first. */
export const shiftsQuery = ({ from, to, mine }: ShiftSpan) =>
  queryOptions({
    queryKey: keys.shifts.list(from, to, mine),
    queryFn: async ({ signal }): Promise<Shift[]> => {
      const page = (number: number) =>
        take(
          api.GET('/club/v1/shifts', {
            params: { query: { from, to, mine: mine ? '1' : '', page: number, per_page: most } },
            signal,
          }),
        );
      const first = await page(1);
      const others = Array.from({ length: Math.max(0, first.total_pages - 1) }, (_, at) => at + 2);
      return [first, ...(await Promise.all(others.map(page)))].flatMap(({ shifts }) => shifts);
    },
    placeholderData: keepPreviousData,
  });

export const shiftQuery = (id: number) =>
  queryOptions({
    queryKey: keys.shifts.one(id),
    queryFn: ({ signal }) =>
      take(api.GET('/club/v1/shifts/{id}', { params: { path: { id } }, signal })),
  });

/** Who can be put on a shift, with these words in their names. */
export const candidatesQuery = (id: number, q: string) =>
  queryOptions({
    queryKey: keys.shifts.candidates(id, q),
    queryFn: ({ signal }) =>
      take(
        api.GET('/club/v1/shifts/{id}/candidates', {
          params: { path: { id }, query: { q } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Who did how many shifts in a season. */
export const servedQuery = (season: string) =>
  queryOptions({
    queryKey: keys.shifts.served(season),
    queryFn: ({ signal }) =>
      take(
        api.GET('/club/v1/shifts/served', {
          params: { query: season === '' ? {} : { season } },
          signal,
        }),
      ),
  });

const at = (id: number) => ({ path: { id } });

function useShiftMutation<Variables, Answer>(mutationFn: (of: Variables) => Promise<Answer>) {
  const onSettled = useMakeStale(staleAfter.shifts());
  return useMutation({ mutationKey: keys.shifts.all, mutationFn, onSettled });
}

/** Whether a change of a shift is on its way, wherever on the page it was asked for. */
export const useIsChangingShifts = (): boolean =>
  useIsMutating({ mutationKey: keys.shifts.all }) > 0;

export const usePlanShift = () =>
  useShiftMutation((body: NewShift) => take(api.POST('/club/v1/shifts', { body })));

export const usePlanSeries = () =>
  useShiftMutation((body: ShiftSeries) => take(api.POST('/club/v1/shifts/series', { body })));

export interface ShiftValues {
  title: string;
  place: string;
  date: string;
  start: string;
  end: string;
  capacity: number;
  published: boolean;
  /** Whether it is open or full follows from who comes. */
  status: 'open' | 'cancelled' | 'completed';
}

const shiftValues = (shift: Shift): ShiftValues => {
  const { title, place, date, start, end, capacity, published } = shift;
  const status = shift.status === 'full' ? 'open' : shift.status;
  return { title, place, date, start, end, capacity, published, status };
};

interface Edit {
  /** As it was when somebody began. */
  shift: Shift;
  values: Partial<ShiftValues>;
}

/** Changes a shift. What somebody else changed of it meanwhile stays; of what both changed the user chooses. */
export const useChangeShift = () =>
  useShiftMutation(({ shift, values }: Edit) => {
    const before = picked(shiftValues(shift), values);
    return saveMerged<Partial<ShiftValues>, Shift>(
      { change: changedKeys(before, values), before, etag: shift.etag },
      {
        send: (body, etag) =>
          take(api.PUT('/club/v1/shifts/{id}', { params: still(shift.id, etag), body })),
        reread: () => take(api.GET('/club/v1/shifts/{id}', { params: at(shift.id) })),
        read: (now) => picked(shiftValues(now), values),
        choose: (conflicts, { changed }) => dispute.ask({ conflicts, ...changed }),
      },
    );
  });

/** Removes a shift as it stood when the user was asked: nobody has signed up for it since. */
export const useRemoveShift = () =>
  useShiftMutation(({ id, etag }: Pick<Shift, 'id' | 'etag'>) =>
    take(api.DELETE('/club/v1/shifts/{id}', { params: still(id, etag) })),
  );

/** Puts somebody on a shift. */
export const useAssign = () =>
  useShiftMutation(({ id, person }: { id: number; person: number }) =>
    take(
      api.POST('/club/v1/shifts/{id}/assignments', {
        params: at(id),
        body: { person_id: person },
      }),
    ),
  );

export const useRelease = () =>
  useShiftMutation(({ id, person }: { id: number; person: number }) =>
    take(
      api.DELETE('/club/v1/shifts/{id}/assignments/{person_id}', {
        params: { path: { id, person_id: person } },
      }),
    ),
  );

/** Signs the user up, or off. */
export const useSignUp = () =>
  useShiftMutation(({ id, comes }: { id: number; comes: boolean }) =>
    take(
      comes
        ? api.POST('/club/v1/shifts/{id}/signup', { params: at(id) })
        : api.DELETE('/club/v1/shifts/{id}/signup', { params: at(id) }),
    ),
  );
