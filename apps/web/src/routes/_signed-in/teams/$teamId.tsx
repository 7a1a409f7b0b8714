import { createFileRoute } from '@tanstack/react-router';

import { GroupPage } from '@/features/groups/GroupPage';
import { GroupSkeleton } from '@/features/groups/GroupSkeleton';
import { groupNumber, loadGroup } from '@/features/groups/route';

export const Route = createFileRoute('/_signed-in/teams/$teamId')({
  params: {
    parse: ({ teamId }) => ({ teamId: groupNumber(teamId) }),
    stringify: ({ teamId }) => ({ teamId: String(teamId) }),
  },
  loader: ({ context, params }) => loadGroup(context.queryClient, 'teams', params.teamId),
  pendingComponent: GroupSkeleton,
  component: TeamRoute,
});

function TeamRoute() {
  const { teamId } = Route.useParams();
  return <GroupPage key={teamId} kind="teams" id={teamId} />;
}
