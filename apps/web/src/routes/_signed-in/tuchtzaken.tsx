import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';

import { CasesPage } from '@/features/cases/CasesPage';

const searchSchema = v.object({
  seizoen: v.optional(v.fallback(v.optional(v.string()), undefined)),
  zoek: v.optional(v.fallback(v.optional(v.string()), undefined)),
});

export const Route = createFileRoute('/_signed-in/tuchtzaken')({
  validateSearch: searchSchema,
  component: CasesRoute,
});

function CasesRoute() {
  const { seizoen, zoek } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <CasesPage
      season={seizoen}
      search={zoek ?? ''}
      onSearch={(change) =>
        void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
      }
    />
  );
}
