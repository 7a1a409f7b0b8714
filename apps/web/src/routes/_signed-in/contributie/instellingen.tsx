import { createFileRoute } from '@tanstack/react-router';

import { FeeSettingsPage } from '@/features/fees/FeeSettingsPage';

export const Route = createFileRoute('/_signed-in/contributie/instellingen')({
  component: FeeSettingsPage,
});
