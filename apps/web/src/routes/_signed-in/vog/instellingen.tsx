import { createFileRoute } from '@tanstack/react-router';

import { VogSettingsPage } from '@/features/vog/VogSettingsPage';

export const Route = createFileRoute('/_signed-in/vog/instellingen')({
  component: VogSettingsPage,
});
