import { createFileRoute } from '@tanstack/react-router';

import { functionMapQuery } from '@/api/administer';
import { preload } from '@/api/preload';
import { FunctionsTab } from '@/features/settings/FunctionsTab';

export const Route = createFileRoute('/_signed-in/instellingen/functies')({
  loader: ({ context }) => {
    if (context.me.is_admin) preload(context.queryClient, functionMapQuery);
  },
  component: FunctionsTab,
});
