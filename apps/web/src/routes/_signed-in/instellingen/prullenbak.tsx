import { createFileRoute } from '@tanstack/react-router';

import { preload } from '@/api/preload';
import { trashQuery } from '@/api/undo';
import { TrashTab } from '@/features/settings/TrashTab';

export const Route = createFileRoute('/_signed-in/instellingen/prullenbak')({
  loader: ({ context }) => preload(context.queryClient, trashQuery),
  component: TrashTab,
});
