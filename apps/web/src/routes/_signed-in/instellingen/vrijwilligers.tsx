import { createFileRoute } from '@tanstack/react-router';

import { groupNamesQuery } from '@/api/groups/names';
import { preload } from '@/api/preload';
import { volunteerRolesQuery } from '@/api/volunteers';
import { VolunteersTab } from '@/features/settings/VolunteersTab';

export const Route = createFileRoute('/_signed-in/instellingen/vrijwilligers')({
  loader: ({ context }) => {
    if (!context.me.is_admin) return;
    preload(context.queryClient, volunteerRolesQuery);
    preload(context.queryClient, groupNamesQuery);
  },
  component: VolunteersTab,
});
