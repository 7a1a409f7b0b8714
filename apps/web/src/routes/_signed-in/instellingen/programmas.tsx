import { createFileRoute } from '@tanstack/react-router';

import { ProgramsTab } from '@/features/settings/ProgramsTab';

export const Route = createFileRoute('/_signed-in/instellingen/programmas')({
  component: ProgramsTab,
});
