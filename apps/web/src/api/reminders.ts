import { queryOptions, useMutation } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';
import { staleAfter, useMakeStale } from './stale';

/** When whose daily overview comes, for administrators. */
export const remindersQuery = queryOptions({
  queryKey: keys.reminders,
  queryFn: ({ signal }) => take(api.GET('/club/v1/reminders/cron-status', { signal })),
  staleTime: 0,
});

/** Mails the overviews of today that were not mailed yet. */
export function useTriggerReminders() {
  const onSettled = useMakeStale(staleAfter.reminders());
  return useMutation({
    mutationFn: () => take(api.POST('/club/v1/reminders/trigger')),
    onSettled,
  });
}

/** Plans everybody's next overview anew. */
export function useRescheduleReminders() {
  const onSettled = useMakeStale(staleAfter.reminders());
  return useMutation({
    mutationFn: () => take(api.POST('/club/v1/reminders/reschedule-cron')),
    onSettled,
  });
}
