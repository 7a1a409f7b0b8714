import { createFileRoute } from '@tanstack/react-router';

import { CalendarTab } from '@/features/settings/CalendarTab';

export const Route = createFileRoute('/_signed-in/instellingen/agenda')({
  component: CalendarTab,
});
