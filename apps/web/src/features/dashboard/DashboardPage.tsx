import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';

import { sessionQuery } from '@/api/session';

import { ClubDashboard } from './ClubDashboard';
import { RoleDashboard } from './RoleDashboard';

/** The first page: what the club needs today of who has a part in running it, and the overview of the club for the others. */
export function DashboardPage({ overview }: { overview: boolean }) {
  const { me: came } = useRouteContext({ from: '/_signed-in' });
  // A role that was taken away meanwhile is no longer had.
  const me = useQuery(sessionQuery).data ?? came;
  return (
    <Stack gap="md">
      {me.can_access_dashboard && !overview ? <RoleDashboard me={me} /> : <ClubDashboard me={me} />}
    </Stack>
  );
}
