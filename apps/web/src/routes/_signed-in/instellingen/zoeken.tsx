import { createFileRoute } from '@tanstack/react-router';

import { preload } from '@/api/preload';
import { searchSettingsQuery } from '@/api/users';
import { SearchTab } from '@/features/settings/SearchTab';

export const Route = createFileRoute('/_signed-in/instellingen/zoeken')({
  loader: ({ context }) => {
    if (context.me.is_admin) preload(context.queryClient, searchSettingsQuery);
  },
  component: SearchTab,
});
