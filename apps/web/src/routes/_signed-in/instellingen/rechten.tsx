import { createFileRoute } from '@tanstack/react-router';

import { matrixQuery } from '@/api/matrix';
import { preload } from '@/api/preload';
import { RightsTab } from '@/features/settings/RightsTab';

export const Route = createFileRoute('/_signed-in/instellingen/rechten')({
  loader: ({ context }) => {
    if (context.me.is_admin) preload(context.queryClient, matrixQuery);
  },
  component: RightsTab,
});
