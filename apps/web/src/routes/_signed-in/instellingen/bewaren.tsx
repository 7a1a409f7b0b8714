import { createFileRoute } from '@tanstack/react-router';

import { erasuresQuery } from '@/api/erasures';
import { preload } from '@/api/preload';
import { KeepTab } from '@/features/settings/KeepTab';

export const Route = createFileRoute('/_signed-in/instellingen/bewaren')({
  loader: ({ context }) => {
    if (context.me.is_admin) preload(context.queryClient, erasuresQuery);
  },
  component: KeepTab,
});
