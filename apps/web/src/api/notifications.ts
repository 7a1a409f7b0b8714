import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';
import type { Notifications } from './types';

/** How the user is told of what others do. */
export const notificationsQuery = queryOptions({
  queryKey: keys.notifications,
  queryFn: ({ signal }) => take(api.GET('/club/v1/user/notification-channels', { signal })),
});

/** Keeps what was changed of it, and returns that; what the server took before it refused something stays. */
export function useSaveNotifications() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ now, next }: { now: Notifications; next: Notifications }) => {
      const kept = { ...next };
      const { notification_time: time, mention_notifications: preference } = next;
      if (time !== now.notification_time) {
        const answer = await take(api.POST('/club/v1/user/notification-time', { body: { time } }));
        kept.notification_time = answer.notification_time;
      }
      if (next.channels.join() !== now.channels.join()) {
        const { channels } = next;
        await take(api.POST('/club/v1/user/notification-channels', { body: { channels } }));
      }
      if (preference !== now.mention_notifications)
        await take(api.POST('/club/v1/user/mention-notifications', { body: { preference } }));
      if (next.notify_feedback !== now.notify_feedback) {
        const { notify_feedback } = next;
        await take(api.POST('/club/v1/user/feedback-notifications', { body: { notify_feedback } }));
      }
      return kept;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.notifications }),
  });
}

/** Where the user was mentioned and not told of it yet. */
export const mentionsQuery = queryOptions({
  queryKey: keys.mentions,
  queryFn: ({ signal }) => take(api.GET('/club/v1/user/mentions', { signal })),
});
