import { createFileRoute, stripSearchParams } from '@tanstack/react-router';

import { peopleQuery } from '@/api/people/queries';
import { preload } from '@/api/preload';
import { PeoplePage } from '@/features/people/PeoplePage';
import { peopleSearchSchema, toPeopleQuery, usualSearch } from '@/features/people/search';

export const Route = createFileRoute('/_signed-in/leden/')({
  validateSearch: peopleSearchSchema,
  search: { middlewares: [stripSearchParams(usualSearch)] },
  loaderDeps: ({ search }) => toPeopleQuery(search),
  // Started here, while the page's code is still on its way, and not waited for: the page shows its own progress.
  loader: ({ context, deps }) => preload(context.queryClient, peopleQuery(deps)),
  component: PeopleRoute,
});

function PeopleRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <PeoplePage
      search={search}
      onSearch={(change, { replace = false } = {}) =>
        void navigate({
          search: (before) => ({ ...before, page: 1, ...change }),
          replace,
          resetScroll: change.page !== undefined,
        })
      }
    />
  );
}
