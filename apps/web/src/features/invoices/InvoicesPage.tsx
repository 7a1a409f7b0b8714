import {
  Alert,
  Button,
  EmptyState,
  Group,
  NativeSelect,
  Pagination,
  Stack,
  Text,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFileEuro, IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { invoiceMonthsQuery, invoicesPerPage, invoicesQuery } from '@/api/invoices';
import type { ListedInvoice } from '@/api/types';
import { lazyPart } from '@/components/lazy-part';
import { ButtonLink } from '@/components/ButtonLink';
import { AnchorLink } from '@/components/links';
import { ListState } from '@/components/ListState';
import { PageHeader } from '@/components/PageHeader';
import { Part } from '@/components/Part';
import { PastEnd } from '@/components/PastEnd';
import { SearchBox } from '@/components/SearchBox';
import { SortedTable } from '@/components/table/SortedTable';
import type { TableColumn } from '@/components/table/Table';
import { formatDate } from '@/lib/dates';
import { formatEuros } from '@/lib/euros';
import { commonTexts } from '@/texts/common';
import { invoiceTexts as texts } from '@/texts/invoices';

import classes from './Invoices.module.css';
import { InvoiceStatus } from './InvoiceStatus';
import {
  invoicePlans,
  invoiceStatuses,
  type InvoicesSearch,
  invoiceTypes,
  type InvoiceOrder,
  usualInvoicesSearch,
} from './route';

const Months = lazyPart<{ season: string }>(() => import('./Months'));

interface PageProps {
  search: InvoicesSearch;
  onSearch: (change: Partial<InvoicesSearch>) => void;
}

/** The invoices of the club, for the treasurer. */
export function InvoicesPage({ search, onSearch }: PageProps) {
  const invoices = useQuery(invoicesQuery(search));
  const [charted, chart] = useDisclosure();
  return (
    <Stack gap="md">
      <PageHeader
        title={texts.title}
        subtitle={invoices.data && texts.count(invoices.data.total)}
        actions={
          <Group gap="sm" justify="flex-end">
            <ButtonLink
              to="/facturen/te-bekijken"
              state={{ invoicesSearch: search }}
              variant="default"
            >
              {texts.reviewTitle}
            </ButtonLink>
            <Button variant="default" aria-expanded={charted} onClick={chart.toggle}>
              {charted ? texts.months.hide : texts.months.show}
            </Button>
          </Group>
        }
      />
      <ReviewNotice search={search} />
      {charted && (
        <Part onGiveUp={chart.close}>
          <Months season={search.seizoen} />
        </Part>
      )}
      <Filters search={search} onSearch={onSearch} />
      <ListState query={invoices}>
        {({ rows, total }) =>
          total === 0 ? (
            <Nothing search={search} onSearch={onSearch} />
          ) : rows.length === 0 ? (
            <PastEnd onLast={() => onSearch({ pagina: Math.ceil(total / invoicesPerPage) })} />
          ) : (
            <>
              <Rows rows={rows} search={search} onSearch={onSearch} />
              {total > invoicesPerPage && (
                <Pagination
                  aria-label={texts.pages}
                  total={Math.ceil(total / invoicesPerPage)}
                  value={search.pagina}
                  onChange={(pagina) => onSearch({ pagina })}
                  getItemProps={(item) => ({ 'aria-label': `${commonTexts.page} ${item}` })}
                  getControlProps={(control) => ({
                    'aria-label':
                      control === 'next' ? commonTexts.nextPage : commonTexts.previousPage,
                  })}
                />
              )}
            </>
          )
        }
      </ListState>
    </Stack>
  );
}

/** Payments that somebody should look at do not wait until somebody looks for them. */
function ReviewNotice({ search }: Pick<PageProps, 'search'>) {
  const { data } = useQuery(invoiceMonthsQuery(search.seizoen));
  if (data === undefined || data.to_review === 0) return null;
  return (
    <Alert color="orange" title={texts.reviewTitle}>
      <Group gap="sm">
        <Text size="sm">{texts.reviewCount(data.to_review)}</Text>
        <ButtonLink
          to="/facturen/te-bekijken"
          state={{ invoicesSearch: search }}
          size="compact-sm"
          variant="default"
        >
          {texts.showReview}
        </ButtonLink>
      </Group>
    </Alert>
  );
}

const filters = ['zoek', 'status', 'soort', 'plan', 'seizoen', 'persoon'] as const;

const isFiltered = (search: InvoicesSearch) => filters.some((name) => Boolean(search[name]));

function Nothing({ search, onSearch }: PageProps) {
  const filtered = isFiltered(search);
  return (
    <EmptyState
      icon={<IconFileEuro />}
      title={filtered ? texts.none : texts.empty}
      description={filtered ? texts.noneHint : texts.emptyHint}
      py="xl"
    >
      {filtered && (
        <Button variant="default" onClick={() => onSearch(usualInvoicesSearch)}>
          {texts.clear}
        </Button>
      )}
    </EmptyState>
  );
}

const options = <Value extends string>(values: readonly Value[], words: Record<Value, string>) => [
  { value: '', label: texts.all },
  ...values.map((value) => ({ value, label: words[value] })),
];

const folded = ['status', 'soort', 'plan', 'seizoen'] as const;

function Filters({ search, onSearch }: PageProps) {
  const [opened, { toggle }] = useDisclosure();
  const count = folded.filter((name) => search[name] !== '').length;
  return (
    <Stack gap="sm" role="search">
      <SearchBox
        label={texts.search}
        placeholder={texts.search}
        clearLabel={texts.clearSearch}
        value={search.zoek}
        onSearch={(zoek) => onSearch({ zoek })}
        className={classes.search}
      />
      {/* On a telephone the invoices come first. */}
      <Button
        variant="default"
        w="fit-content"
        hiddenFrom="sm"
        leftSection={<IconFilter size={18} aria-hidden />}
        aria-expanded={opened}
        onClick={toggle}
      >
        {texts.filters(count)}
      </Button>
      <div className={classes.filters} data-folded={!opened || undefined}>
        <NativeSelect
          label={texts.status}
          value={search.status}
          data={options(invoiceStatuses, texts.statuses)}
          onChange={({ currentTarget: { value } }) =>
            onSearch({ status: invoiceStatuses.find((one) => one === value) ?? '' })
          }
        />
        <NativeSelect
          label={texts.type}
          value={search.soort}
          data={options(invoiceTypes, texts.types)}
          onChange={({ currentTarget: { value } }) =>
            onSearch({ soort: invoiceTypes.find((one) => one === value) ?? '' })
          }
        />
        <NativeSelect
          label={texts.plan}
          value={search.plan}
          data={options(invoicePlans, texts.plans)}
          onChange={({ currentTarget: { value } }) =>
            onSearch({ plan: invoicePlans.find((one) => one === value) ?? '' })
          }
        />
        <Season value={search.seizoen} onChange={(seizoen) => onSearch({ seizoen })} />
      </div>
      {search.persoon > 0 && (
        <Group gap="xs">
          <Text size="sm">{texts.ofPerson}</Text>
          <Button size="compact-sm" variant="default" onClick={() => onSearch({ persoon: 0 })}>
            {texts.allPeople}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

const firstSeason = 2020;

/** The seasons in which somebody may have been billed. */
function Season({ value, onChange }: { value: string; onChange: (season: string) => void }) {
  const last = new Date().getFullYear();
  const seasons = Array.from({ length: last - firstSeason + 1 }, (_, back) => {
    const year = last - back;
    return `${year}-${year + 1}`;
  });
  return (
    <NativeSelect
      label={texts.season}
      value={value}
      data={[
        { value: '', label: texts.all },
        ...(value === '' || seasons.includes(value) ? seasons : [value, ...seasons]),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

const columns: readonly TableColumn<ListedInvoice>[] = [
  {
    id: 'name',
    label: texts.person,
    width: '13rem',
    grows: true,
    sorts: true,
    cell: ({ person, person_name }) =>
      person === null ? (
        `${person_name} (${texts.gone})`
      ) : (
        <AnchorLink to="/leden/$personId" params={{ personId: person.id }} preload={false}>
          {person_name}
        </AnchorLink>
      ),
  },
  {
    id: 'type',
    label: texts.type,
    width: '9rem',
    givesWay: true,
    cell: ({ type }) => texts.types[type],
  },
  {
    id: 'plan',
    label: texts.plan,
    width: '9.5rem',
    givesWay: true,
    cell: ({ payment_plan }) => planName(payment_plan),
  },
  { id: 'status', label: texts.status, width: '8rem', cell: (row) => <InvoiceStatus of={row} /> },
  {
    id: 'due_date',
    label: texts.due,
    width: '8rem',
    sorts: true,
    cell: ({ next_due_date, due_date }) => formatDate(next_due_date ?? due_date ?? ''),
  },
  {
    id: 'total',
    label: texts.total,
    width: '7.5rem',
    number: true,
    sorts: true,
    cell: ({ total_amount }) => formatEuros(total_amount),
  },
  {
    id: 'open',
    label: texts.open,
    width: '9.5rem',
    number: true,
    sorts: true,
    cell: ({ open_amount }) => openText(open_amount),
  },
];

/** What is open, or how much too much was paid. */
const openText = (amount: number) =>
  amount < 0 ? texts.tooMuch(formatEuros(-amount)) : formatEuros(amount);

const isOrder = (text: string): text is InvoiceOrder =>
  ['created', 'number', 'name', 'total', 'open', 'due_date'].includes(text);

const planName = (plan: string | null): string =>
  invoicePlans.some((one) => one === plan)
    ? texts.plans[plan as (typeof invoicePlans)[number]]
    : texts.noPlan;

const madeSort = [{ value: 'created', label: texts.created }];

function Rows({ rows, search, onSearch }: PageProps & { rows: ListedInvoice[] }) {
  return (
    <SortedTable
      label={texts.title}
      keyed
      rows={rows}
      idOf={({ id }) => id}
      name={{
        id: 'number',
        label: texts.number,
        width: '8rem',
        sorts: true,
        cell: (row) => <InvoiceLink of={row} search={search} />,
      }}
      columns={columns}
      sort={{
        by: search.op,
        descending: search.omlaag,
        onSort: (by, omlaag) => isOrder(by) && onSearch({ op: by, omlaag }),
      }}
      moreSorts={madeSort}
      line={(row) => (
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Stack gap={2} miw={0}>
            <InvoiceLink of={row} search={search} />
            <Text size="sm" className={classes.name}>
              {row.person_name}
            </Text>
            <Text size="sm" c="dimmed">
              {formatEuros(row.total_amount)}
              {row.open_amount !== row.total_amount &&
                ` · ${row.open_amount < 0 ? '' : `${texts.open} `}${openText(row.open_amount)}`}
            </Text>
          </Stack>
          <InvoiceStatus of={row} />
        </Group>
      )}
    />
  );
}

/** To the page of an invoice, and with it how the list stands. */
function InvoiceLink({ of, search }: { of: ListedInvoice; search: InvoicesSearch }) {
  return (
    <AnchorLink
      to="/facturen/$invoiceId"
      params={{ invoiceId: of.id }}
      state={{ invoicesSearch: search }}
      preload={false}
    >
      {of.invoice_number}
    </AnchorLink>
  );
}
