import { createFileRoute } from '@tanstack/react-router';

import { can } from '@/api/capabilities';
import { financeSettingsQuery } from '@/api/finance';
import { preload } from '@/api/preload';
import { FinanceTab } from '@/features/settings/FinanceTab';

export const Route = createFileRoute('/_signed-in/instellingen/financien')({
  loader: ({ context }) => {
    if (can(context.me, 'financieel')) preload(context.queryClient, financeSettingsQuery);
  },
  component: FinanceTab,
});
