import { createFileRoute } from '@tanstack/react-router';

import { applicationPasswordsQuery, userSessionsQuery } from '@/api/account';
import { preload } from '@/api/preload';
import { SecurityTab } from '@/features/settings/SecurityTab';

export const Route = createFileRoute('/_signed-in/instellingen/beveiliging')({
  loader: ({ context }) => {
    preload(context.queryClient, applicationPasswordsQuery);
    preload(context.queryClient, userSessionsQuery);
  },
  component: SecurityTab,
});
