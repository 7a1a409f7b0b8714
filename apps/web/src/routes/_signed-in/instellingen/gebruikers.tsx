import { createFileRoute } from '@tanstack/react-router';

import { preload } from '@/api/preload';
import { usersQuery } from '@/api/users';
import { UsersPage } from '@/features/settings/UsersPage';

export const Route = createFileRoute('/_signed-in/instellingen/gebruikers')({
  loader: ({ context }) => {
    if (context.me.is_admin) preload(context.queryClient, usersQuery);
  },
  component: UsersPage,
});
