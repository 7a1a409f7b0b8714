import { createFileRoute } from '@tanstack/react-router';

import { preload } from '@/api/preload';
import { usersQuery } from '@/api/users';
import { UsersTab } from '@/features/settings/UsersTab';

export const Route = createFileRoute('/_signed-in/instellingen/gebruikers')({
  loader: ({ context }) => {
    if (context.me.is_admin) preload(context.queryClient, usersQuery);
  },
  component: UsersTab,
});
