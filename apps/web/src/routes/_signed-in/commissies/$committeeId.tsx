import { createFileRoute } from '@tanstack/react-router';

import { GroupPage } from '@/features/groups/GroupPage';
import { GroupSkeleton } from '@/features/groups/GroupSkeleton';
import { groupNumber, loadGroup } from '@/features/groups/route';

export const Route = createFileRoute('/_signed-in/commissies/$committeeId')({
  params: {
    parse: ({ committeeId }) => ({ committeeId: groupNumber(committeeId) }),
    stringify: ({ committeeId }) => ({ committeeId: String(committeeId) }),
  },
  loader: ({ context, params }) => loadGroup(context.queryClient, 'commissies', params.committeeId),
  pendingComponent: GroupSkeleton,
  component: CommitteeRoute,
});

function CommitteeRoute() {
  const { committeeId } = Route.useParams();
  return <GroupPage key={committeeId} kind="commissies" id={committeeId} />;
}
