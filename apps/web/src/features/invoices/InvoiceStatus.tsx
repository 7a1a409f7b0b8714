import { Badge, Group, type MantineColor } from '@mantine/core';

import type { ListedInvoice } from '@/api/types';
import { invoiceTexts as texts } from '@/texts/invoices';

const colors: Record<ListedInvoice['status'], MantineColor> = {
  draft: 'gray',
  sent: 'blue',
  paid: 'green',
  overdue: 'red',
};

/** How far an invoice is, and whether somebody should look at it. */
export function InvoiceStatus({
  of: { status, to_review },
}: {
  of: Pick<ListedInvoice, 'status' | 'to_review'>;
}) {
  return (
    <Group gap={4} wrap="wrap" component="span">
      <Badge variant="light" color={colors[status]} tt="none">
        {texts.statuses[status]}
      </Badge>
      {to_review && (
        <Badge variant="light" color="orange" tt="none">
          {texts.toReview}
        </Badge>
      )}
    </Group>
  );
}
