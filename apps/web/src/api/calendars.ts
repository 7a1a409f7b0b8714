import { queryOptions, useMutation } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';
import { staleAfter, useMakeStale } from './stale';

/** Where calendar programs read the user's calendars. Who has the address reads them: it is kept nowhere. */
export const calendarQuery = queryOptions({
  queryKey: keys.calendar,
  queryFn: ({ signal }) => take(api.GET('/club/v1/user/ical-url', { signal })),
  gcTime: 0,
});

/** Gives the calendars another address. */
export function useRenewCalendar() {
  const onSettled = useMakeStale(staleAfter.calendar());
  return useMutation({
    mutationFn: () => take(api.POST('/club/v1/user/regenerate-ical-token')),
    onSettled,
  });
}
