import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';

import { useInvoiceDeed, useReviewed } from '@/api/invoices';
import type { Invoice, InvoicePayment } from '@/api/types';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { ErrorAlert } from '@/components/ErrorAlert';
import { useFocusAfter } from '@/components/use-return-focus';
import { RowButton } from '@/features/settings/RowButton';
import { SettingsCard } from '@/features/settings/SettingsCard';
import { formatDate } from '@/lib/dates';
import { formatEuros } from '@/lib/euros';
import { invoiceTexts as texts } from '@/texts/invoices';

import { done } from './done';
import classes from './Invoices.module.css';

/** What was paid of an invoice; what was booked by hand can be taken back. */
export function InvoicePayments({ invoice }: { invoice: Invoice }) {
  // With the invoice as it was when it was asked: the page behind may show another one by now.
  const [asked, setAsked] = useState<{ payment: InvoicePayment; of: Invoice }>();
  const deed = useInvoiceDeed(asked?.of ?? invoice);
  const givenBack = asked !== undefined && asked.payment.amount < 0;
  const title = givenBack ? texts.unbookGivenBack : texts.unbook;
  return (
    <SettingsCard title={texts.payments}>
      {invoice.payments.length === 0 ? (
        <Text c="dimmed">{texts.noPayments}</Text>
      ) : (
        <ul className={classes.rows}>
          {invoice.payments.map((payment) => (
            <Payment
              key={payment.id}
              invoice={invoice.id}
              payment={payment}
              onRemove={() => setAsked({ payment, of: invoice })}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={title}
        message={givenBack ? texts.unbookGivenBackMessage : texts.unbookMessage}
        confirm={title}
        mutation={deed}
        variables={{ does: 'unpay', payment: asked?.payment.id ?? 0 }}
        onDone={done(givenBack ? texts.unbookedGivenBack : texts.unbooked)}
      />
    </SettingsCard>
  );
}

interface PaymentProps {
  invoice: number;
  payment: InvoicePayment;
  onRemove: () => void;
}

function Payment({ invoice, payment, onRemove }: PaymentProps) {
  const { amount, paid_on, method, note, refunded, charged_back, review, reviewed_by } = payment;
  const about = [
    formatDate(paid_on),
    amount < 0 ? texts.givenBack : '',
    texts.methods[method],
    note,
    refunded > 0 ? texts.refunded(formatEuros(refunded)) : '',
    charged_back > 0 ? texts.chargedBack(formatEuros(charged_back)) : '',
    texts.bookedBy(payment.booked_by),
  ];
  return (
    <li className={classes.row}>
      <Stack gap={4}>
        <Text size="sm">{about.filter(Boolean).join(' · ')}</Text>
        {review !== null && (
          <Alert color={reviewed_by === null ? 'orange' : 'gray'} p="xs">
            {texts.reviews[review] ?? review}
            {reviewed_by !== null && ` ${texts.reviewed(reviewed_by)}.`}
            {reviewed_by === null && <Look invoice={invoice} payment={payment.id} />}
          </Alert>
        )}
      </Stack>
      <Group gap="xs" wrap="nowrap">
        <Text fw={600}>{formatEuros(amount)}</Text>
        {payment.removable && (
          <RowButton
            icon={IconTrash}
            danger
            label={(amount < 0 ? texts.unbookGivenBackThing : texts.unbookThing)(
              formatEuros(Math.abs(amount)),
            )}
            onClick={onRemove}
          />
        )}
      </Group>
    </li>
  );
}

/** Says that somebody looked at a payment. The button is gone by then. */
function Look({ invoice, payment }: { invoice: number; payment: number }) {
  const looked = useReviewed(invoice);
  const noteUse = useFocusAfter();
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        ml="sm"
        loading={looked.isPending}
        onClick={() => {
          noteUse();
          void looked.mutateAsync(payment).then(
            done(texts.reviewedNow),
            () => undefined, // the alert says why
          );
        }}
      >
        {texts.markReviewed}
      </Button>
      <ErrorAlert error={looked.error} />
    </>
  );
}
