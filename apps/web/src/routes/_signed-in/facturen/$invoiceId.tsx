import { createFileRoute, notFound } from '@tanstack/react-router';

import { InvoicePage } from '@/features/invoices/InvoicePage';

export const Route = createFileRoute('/_signed-in/facturen/$invoiceId')({
  params: {
    parse: ({ invoiceId }) => {
      const id = Number(invoiceId);
      if (!Number.isSafeInteger(id) || id < 1) throw notFound();
      return { invoiceId: id };
    },
    stringify: ({ invoiceId }) => ({ invoiceId: String(invoiceId) }),
  },
  component: InvoiceRoute,
});

function InvoiceRoute() {
  const { invoiceId } = Route.useParams();
  return <InvoicePage key={invoiceId} id={invoiceId} />;
}
