import { createFileRoute } from '@tanstack/react-router';

import { RemindersTab } from '@/features/settings/RemindersTab';

export const Route = createFileRoute('/_signed-in/instellingen/herinneringen')({
  component: RemindersTab,
});
