import { createFileRoute } from '@tanstack/react-router';

import { ensure } from '@/api/preload';
import { sessionQuery } from '@/api/session';
import { InvitePage } from '@/features/workspaces/InvitePage';

export const Route = createFileRoute('/workspace-invite/$token')({
  loader: ({ context }) => ensure(context.queryClient, sessionQuery),
  component: InviteRoute,
});

function InviteRoute() {
  const { token } = Route.useParams();
  return <InvitePage key={token} token={token} />;
}
