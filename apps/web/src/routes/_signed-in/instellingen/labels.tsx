import { createFileRoute } from '@tanstack/react-router';

import { preload } from '@/api/preload';
import { labelsQuery } from '@/api/terms';
import { LabelsTab } from '@/features/settings/LabelsTab';

export const Route = createFileRoute('/_signed-in/instellingen/labels')({
  loader: ({ context }) => {
    if (context.me.is_admin) preload(context.queryClient, labelsQuery);
  },
  component: LabelsTab,
});
