import { createFileRoute, notFound } from '@tanstack/react-router';

import { WorkspacePage } from '@/features/workspaces/WorkspacePage';

export const Route = createFileRoute('/_signed-in/werkruimtes/$workspaceId')({
  params: {
    parse: ({ workspaceId }) => {
      const id = Number(workspaceId);
      if (!Number.isSafeInteger(id) || id < 1) throw notFound();
      return { workspaceId: id };
    },
    stringify: ({ workspaceId }) => ({ workspaceId: String(workspaceId) }),
  },
  component: WorkspaceRoute,
});

function WorkspaceRoute() {
  const { workspaceId } = Route.useParams();
  return <WorkspacePage key={workspaceId} id={workspaceId} />;
}
