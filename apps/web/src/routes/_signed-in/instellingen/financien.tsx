import { createFileRoute } from '@tanstack/react-router';

import { FinanceTab } from '@/features/settings/FinanceTab';

export const Route = createFileRoute('/_signed-in/instellingen/financien')({
  component: FinanceTab,
});
