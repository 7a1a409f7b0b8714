import { createFileRoute } from '@tanstack/react-router';

import { can } from '@/api/capabilities';
import { erasuresQuery } from '@/api/erasures';
import { leaversQuery } from '@/api/leavers';
import { preload } from '@/api/preload';
import { KeepTab } from '@/features/settings/KeepTab';

export const Route = createFileRoute('/_signed-in/instellingen/bewaren')({
  loader: ({ context }) => {
    if (can(context.me, 'ledenadministratie')) preload(context.queryClient, leaversQuery);
    if (context.me.is_admin) preload(context.queryClient, erasuresQuery);
  },
  component: KeepTab,
});
