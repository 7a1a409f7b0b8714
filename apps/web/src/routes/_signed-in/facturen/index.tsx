import { createFileRoute, stripSearchParams } from '@tanstack/react-router';

import { InvoicesPage } from '@/features/invoices/InvoicesPage';
import { invoicesSearchSchema, usualInvoicesSearch } from '@/features/invoices/route';

export const Route = createFileRoute('/_signed-in/facturen/')({
  validateSearch: invoicesSearchSchema,
  search: { middlewares: [stripSearchParams(usualInvoicesSearch)] },
  component: InvoicesRoute,
});

function InvoicesRoute() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <InvoicesPage
      search={search}
      onSearch={(change) =>
        void navigate({ search: { ...search, pagina: 1, ...change }, replace: true })
      }
    />
  );
}
