import { createFileRoute, stripSearchParams } from '@tanstack/react-router';

import { FeesPage } from '@/features/fees/FeesPage';
import { feesSearchSchema, usualFeesSearch } from '@/features/fees/route';

export const Route = createFileRoute('/_signed-in/contributie/')({
  validateSearch: feesSearchSchema,
  search: { middlewares: [stripSearchParams(usualFeesSearch)] },
  component: FeesRoute,
});

function FeesRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <FeesPage
      search={search}
      onSearch={(change) =>
        void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
      }
    />
  );
}
