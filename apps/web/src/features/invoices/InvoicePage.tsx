import { Anchor, Badge, Group, Stack, Table, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useRouteContext } from '@tanstack/react-router';

import { hasStatus } from '@/api/errors';
import { invoiceQuery } from '@/api/invoices';
import type { Invoice } from '@/api/types';
import { SettingsCard } from '@/features/settings/SettingsCard';
import { AnchorLink } from '@/components/links';
import { ListState } from '@/components/ListState';
import { PageHeader } from '@/components/PageHeader';
import { NoAccess, NotFound } from '@/components/StatusPage';
import { formatDate, formatDateTime } from '@/lib/dates';
import { formatEuros } from '@/lib/euros';
import { invoiceTexts as texts } from '@/texts/invoices';

import { InvoiceActions } from './InvoiceActions';
import { InvoicePayments } from './InvoicePayments';
import classes from './Invoices.module.css';
import { InvoiceStatus } from './InvoiceStatus';
import { TraceList } from './TraceList';

export function InvoicePage({ id }: { id: number }) {
  const invoice = useQuery(invoiceQuery(id));
  const search = useLocation({ select: ({ state }) => state.invoicesSearch });
  const fromReview = useLocation({ select: ({ state }) => state.fromReview === true });
  if (hasStatus(invoice.error, 403)) return <NoAccess />;
  if (hasStatus(invoice.error, 404)) return <NotFound />;
  return (
    <Stack gap="md" className={classes.page}>
      {fromReview ? (
        <AnchorLink
          to="/facturen/te-bekijken"
          state={{ invoicesSearch: search }}
          size="sm"
          w="fit-content"
        >
          <Back to={texts.reviewTitle} />
        </AnchorLink>
      ) : (
        <AnchorLink to="/facturen" search={search ?? {}} size="sm" w="fit-content">
          <Back to={texts.back} />
        </AnchorLink>
      )}
      <ListState query={invoice}>{(found) => <Shown invoice={found} />}</ListState>
    </Stack>
  );
}

function Back({ to }: { to: string }) {
  return (
    <Group component="span" gap={6}>
      <IconArrowLeft size={16} aria-hidden />
      {to}
    </Group>
  );
}

function Shown({ invoice }: { invoice: Invoice }) {
  const { invoice_number, person, person_name, season, type } = invoice;
  return (
    <>
      <PageHeader
        title={invoice_number}
        subtitle={[texts.types[type], season].filter(Boolean).join(' · ')}
      />
      <Group gap="sm">
        <InvoiceStatus of={invoice} />
        {person === null ? (
          <Text>{`${person_name} (${texts.gone})`}</Text>
        ) : (
          <AnchorLink to="/leden/$personId" params={{ personId: person.id }}>
            {person_name}
          </AnchorLink>
        )}
      </Group>
      <InvoiceActions invoice={invoice} />
      <Facts invoice={invoice} />
      <Lines invoice={invoice} />
      {invoice.trace !== null && (
        <SettingsCard title={texts.trace}>
          <TraceList trace={invoice.trace} />
        </SettingsCard>
      )}
      <Installments invoice={invoice} />
      <InvoicePayments invoice={invoice} />
      {invoice.credits.length > 0 && <Credits invoice={invoice} />}
      <LogLink invoice={invoice} />
    </>
  );
}

/** Where the log tells who did what with it; administrators alone read that. */
function LogLink({ invoice: { id } }: { invoice: Invoice }) {
  const { me } = useRouteContext({ from: '/_signed-in' });
  if (!me.is_admin) return null;
  return (
    <AnchorLink
      to="/instellingen/logboek"
      search={{ over: `invoice:${id}` }}
      size="sm"
      w="fit-content"
    >
      {texts.log}
    </AnchorLink>
  );
}

function Facts({ invoice }: { invoice: Invoice }) {
  const { total_amount, open_amount, credited_amount, received_amount, admin_fee_amount } = invoice;
  const facts: [string, string | null][] = [
    [texts.total, formatEuros(total_amount)],
    [texts.fees, admin_fee_amount === 0 ? null : formatEuros(admin_fee_amount)],
    [texts.credited, credited_amount === 0 ? null : formatEuros(credited_amount)],
    [texts.received, formatEuros(received_amount)],
    open_amount < 0
      ? [texts.overpaid, formatEuros(-open_amount)]
      : [texts.open, formatEuros(open_amount)],
    [texts.sentOn, formatDate(invoice.sent_date ?? '')],
    [texts.dueOn, formatDate(invoice.next_due_date ?? invoice.due_date ?? '')],
  ];
  return (
    <SettingsCard title={texts.facts}>
      <dl className={classes.facts}>
        {facts.map(
          ([name, value]) =>
            value !== null &&
            value !== '' && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
        {invoice.payment_url !== '' && (
          <div>
            <dt>{texts.paymentPage}</dt>
            <dd>
              <Anchor href={invoice.payment_url} target="_blank" rel="noreferrer">
                {texts.openPage}
              </Anchor>
            </dd>
          </div>
        )}
      </dl>
    </SettingsCard>
  );
}

function Lines({ invoice: { line_items } }: { invoice: Invoice }) {
  return (
    <SettingsCard title={texts.lines}>
      <Table layout="auto">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.description}</Table.Th>
            <Table.Th ta="right">{texts.amount}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {line_items.map(({ description, amount, discipline_case }, at) => (
            <Table.Tr key={at}>
              <Table.Td className={classes.name}>
                {description}
                {discipline_case !== null && (
                  <Text size="sm" c="dimmed">
                    {[discipline_case.dossier_id, discipline_case.match_description]
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                )}
              </Table.Td>
              <Table.Td ta="right">{formatEuros(amount)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </SettingsCard>
  );
}

const partColors = { pending: 'gray', sent: 'blue', paid: 'green', overdue: 'red' } as const;

function Installments({ invoice: { installments, type } }: { invoice: Invoice }) {
  if (installments.length === 0 && type === 'discipline') return null;
  return (
    <SettingsCard title={texts.installments}>
      {installments.length === 0 ? (
        <Text c="dimmed">{texts.noInstallments}</Text>
      ) : (
        <ul className={classes.rows}>
          {installments.map((part) => (
            <li key={part.number} className={classes.row}>
              <Stack gap={0}>
                <Group gap="xs">
                  <Text fw={600}>{`${texts.installment} ${part.number}`}</Text>
                  <Badge variant="light" color={partColors[part.status]} tt="none">
                    {texts.installmentStatuses[part.status]}
                  </Badge>
                </Group>
                <Text size="sm" c="dimmed">
                  {[
                    part.due_date === null ? '' : formatDate(part.due_date),
                    texts.reminded(part.reminder_1_sent_at, part.reminder_2_sent_at),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
              </Stack>
              <Text>{formatEuros(part.total)}</Text>
            </li>
          ))}
        </ul>
      )}
    </SettingsCard>
  );
}

function Credits({ invoice: { credits } }: { invoice: Invoice }) {
  return (
    <SettingsCard title={texts.credits}>
      <ul className={classes.rows}>
        {credits.map((credit) => (
          <li key={credit.number} className={classes.row}>
            <Stack gap={0}>
              <Text fw={600}>{credit.number}</Text>
              <Text size="sm" c="dimmed">
                {[credit.reason, credit.created_by, formatDateTime(credit.created)]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </Stack>
            <Text>{formatEuros(credit.total_amount)}</Text>
          </li>
        ))}
      </ul>
    </SettingsCard>
  );
}
