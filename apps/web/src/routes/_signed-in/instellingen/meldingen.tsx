import { createFileRoute } from '@tanstack/react-router';

import { notificationsQuery } from '@/api/notifications';
import { preload } from '@/api/preload';
import { NotificationsTab } from '@/features/settings/NotificationsTab';

export const Route = createFileRoute('/_signed-in/instellingen/meldingen')({
  loader: ({ context }) => preload(context.queryClient, notificationsQuery),
  component: NotificationsTab,
});
