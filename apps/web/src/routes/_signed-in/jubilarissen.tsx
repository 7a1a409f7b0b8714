import { createFileRoute, stripSearchParams } from '@tanstack/react-router';

import { AnniversariesPage } from '@/features/anniversaries/AnniversariesPage';
import {
  anniversariesSearchSchema,
  usualAnniversariesSearch,
} from '@/features/anniversaries/route';

export const Route = createFileRoute('/_signed-in/jubilarissen')({
  validateSearch: anniversariesSearchSchema,
  search: { middlewares: [stripSearchParams(usualAnniversariesSearch)] },
  component: AnniversariesRoute,
});

function AnniversariesRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AnniversariesPage
      search={search}
      onSearch={(change) =>
        void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
      }
    />
  );
}
