import { createFileRoute, stripSearchParams } from '@tanstack/react-router';

import { shiftsSearchSchema, usualShiftsSearch } from '@/features/shifts/search';
import { ShiftsPage } from '@/features/shifts/ShiftsPage';

export const Route = createFileRoute('/_signed-in/diensten')({
  validateSearch: shiftsSearchSchema,
  search: { middlewares: [stripSearchParams(usualShiftsSearch)] },
  component: ShiftsRoute,
});

function ShiftsRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ShiftsPage
      search={search}
      onSearch={(change) =>
        void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
      }
    />
  );
}
