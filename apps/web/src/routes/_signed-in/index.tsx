import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import * as v from 'valibot';

import { matchesQuery, overviewQuery, workspaceQuery } from '@/api/dashboard';
import { preload } from '@/api/preload';
import { DashboardPage } from '@/features/dashboard/DashboardPage';

/** `?overzicht=club` shows the overview to who has a dashboard, too (contract §2.11-2). */
const searchSchema = v.object({
  overzicht: v.optional(v.fallback(v.picklist(['', 'club']), ''), ''),
});

export const Route = createFileRoute('/_signed-in/')({
  validateSearch: searchSchema,
  search: { middlewares: [stripSearchParams({ overzicht: '' as const })] },
  loaderDeps: ({ search }) => search,
  // Started here, while the page's code is still on its way, and not waited for: the page shows its own progress.
  loader: ({ context: { queryClient, me }, deps }) => {
    if (!me.can_access_dashboard || deps.overzicht === 'club') {
      preload(queryClient, overviewQuery);
      return;
    }
    preload(queryClient, workspaceQuery);
    if (me.dashboard_context.match_secretary) preload(queryClient, matchesQuery());
  },
  component: DashboardRoute,
});

function DashboardRoute() {
  return <DashboardPage overview={Route.useSearch().overzicht === 'club'} />;
}
