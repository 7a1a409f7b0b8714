import { createFileRoute, stripSearchParams } from '@tanstack/react-router';

import { soonSearchSchema, usualSoonSearch } from '@/features/vog/search';
import { SoonPage } from '@/features/vog/SoonPage';

export const Route = createFileRoute('/_signed-in/vog/binnenkort')({
  validateSearch: soonSearchSchema,
  search: { middlewares: [stripSearchParams(usualSoonSearch)] },
  component: SoonRoute,
});

function SoonRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SoonPage
      search={search}
      onSearch={(change) =>
        void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
      }
    />
  );
}
