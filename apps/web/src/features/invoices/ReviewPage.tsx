import { Button, EmptyState, Group, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';

import { reviewQuery, unreachableQuery, useReviewed } from '@/api/invoices';
import type { PaymentToReview, UnreachableInvoice } from '@/api/types';
import { ErrorAlert } from '@/components/ErrorAlert';
import { AnchorLink } from '@/components/links';
import { ListState } from '@/components/ListState';
import { PageHeader } from '@/components/PageHeader';
import { useFocusAfter } from '@/components/use-return-focus';
import { formatDate } from '@/lib/dates';
import { formatEuros } from '@/lib/euros';
import { invoiceTexts } from '@/texts/invoices';
import { reviewTexts as texts } from '@/texts/review';

import { done } from './done';
import classes from './Invoices.module.css';

/** What waits for the treasurer: payments that somebody should look at, and members whom no mail reaches. */
export function ReviewPage() {
  const search = useLocation({ select: ({ state }) => state.invoicesSearch });
  return (
    <Stack gap="lg">
      <PageHeader title={texts.title} subtitle={texts.subtitle} />
      <AnchorLink to="/facturen" search={search ?? {}} size="sm" w="fit-content">
        {texts.back}
      </AnchorLink>
      <Payments />
      <Unreachable />
    </Stack>
  );
}

function Payments() {
  const payments = useQuery(reviewQuery);
  return (
    <Stack gap="xs" component="section" aria-labelledby="review-payments">
      <Title order={2} size="h3" id="review-payments">
        {texts.payments}
      </Title>
      <Text c="dimmed" size="sm">
        {texts.paymentsHint}
      </Text>
      <ListState query={payments}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              icon={<IconCircleCheck />}
              title={texts.noPayments}
              description={texts.noPaymentsHint}
              py="md"
            />
          ) : (
            <ul className={classes.rows}>
              {rows.map((row) => (
                <Payment key={`${row.invoice_id}-${row.payment_id}`} of={row} />
              ))}
            </ul>
          )
        }
      </ListState>
    </Stack>
  );
}

function Payment({ of }: { of: PaymentToReview }) {
  const looked = useReviewed(of.invoice_id);
  const noteUse = useFocusAfter();
  const { amount, returned, open_amount, reason } = of;
  return (
    <li className={classes.row}>
      <Stack gap={2} miw={0}>
        <Group gap="xs">
          <InvoiceLink of={of} />
          <Text span>{of.person_name}</Text>
        </Group>
        <Text size="sm">{invoiceTexts.reviews[reason] ?? reason}</Text>
        <Text size="sm" c="dimmed">
          {[
            texts.received(formatEuros(amount), formatDate(of.paid_on)),
            returned > 0 ? invoiceTexts.refunded(formatEuros(returned)) : '',
            open_amount < 0
              ? texts.overpaid(formatEuros(-open_amount))
              : texts.open(formatEuros(open_amount)),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <ErrorAlert error={looked.error} />
      </Stack>
      <Button
        variant="default"
        size="compact-md"
        aria-label={texts.markOne(of.invoice_number)}
        loading={looked.isPending}
        // A promise: the row is gone when the list comes anew, and its own callbacks with it.
        onClick={() => {
          noteUse();
          void looked.mutateAsync(of.payment_id).then(
            done(invoiceTexts.reviewedNow),
            () => undefined, // the alert says why
          );
        }}
      >
        {invoiceTexts.markReviewed}
      </Button>
    </li>
  );
}

function Unreachable() {
  const invoices = useQuery(unreachableQuery);
  return (
    <Stack gap="xs" component="section" aria-labelledby="review-unreachable">
      <Title order={2} size="h3" id="review-unreachable">
        {texts.unreachable}
      </Title>
      <Text c="dimmed" size="sm">
        {texts.unreachableHint}
      </Text>
      <ListState query={invoices}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={<IconCircleCheck />} title={texts.allReached} py="md" />
          ) : (
            <ul className={classes.rows}>
              {rows.map((row) => (
                <Unreached key={row.invoice_id} of={row} />
              ))}
            </ul>
          )
        }
      </ListState>
    </Stack>
  );
}

function Unreached({ of }: { of: UnreachableInvoice }) {
  return (
    <li className={classes.row}>
      <Stack gap={2} miw={0}>
        <AnchorLink to="/leden/$personId" params={{ personId: of.person_id }} preload={false}>
          {of.person_name}
        </AnchorLink>
        <Group gap={4}>
          <InvoiceLink of={of} />
          <Text size="sm" c="dimmed">
            {texts.due(formatDate(of.due_date))}
          </Text>
        </Group>
      </Stack>
      <Text fw={600}>{formatEuros(of.open_amount)}</Text>
    </li>
  );
}

function InvoiceLink({ of }: { of: { invoice_id: number; invoice_number: string } }) {
  const search = useLocation({ select: ({ state }) => state.invoicesSearch });
  return (
    <AnchorLink
      to="/facturen/$invoiceId"
      params={{ invoiceId: of.invoice_id }}
      state={{ invoicesSearch: search, fromReview: true }}
      preload={false}
    >
      {of.invoice_number}
    </AnchorLink>
  );
}
