import { createFileRoute, stripSearchParams } from '@tanstack/react-router';

import { usualVogSearch, vogSearchSchema } from '@/features/vog/search';
import { VogPage } from '@/features/vog/VogPage';

export const Route = createFileRoute('/_signed-in/vog/')({
  validateSearch: vogSearchSchema,
  search: { middlewares: [stripSearchParams(usualVogSearch)] },
  component: VogRoute,
});

function VogRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <VogPage
      search={search}
      onSearch={(change) =>
        void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
      }
    />
  );
}
