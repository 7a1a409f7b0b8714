import { createFileRoute, stripSearchParams } from '@tanstack/react-router';

import { groupRowsQuery } from '@/api/groups/queries';
import { preload } from '@/api/preload';
import { GroupsPage } from '@/features/groups/GroupsPage';
import { groupsSearchSchema, usualGroupsSearch } from '@/features/groups/route';

export const Route = createFileRoute('/_signed-in/teams/')({
  validateSearch: groupsSearchSchema,
  search: { middlewares: [stripSearchParams(usualGroupsSearch)] },
  loader: ({ context }) => preload(context.queryClient, groupRowsQuery('teams')),
  component: TeamsRoute,
});

function TeamsRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <GroupsPage
      kind="teams"
      search={search}
      onSearch={(change) =>
        void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
      }
    />
  );
}
