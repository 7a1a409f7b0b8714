import {
  Alert,
  Badge,
  Button,
  Checkbox,
  EmptyState,
  Group,
  NativeSelect,
  Stack,
  Text,
} from '@mantine/core';
import { IconCoinEuro, IconDownload, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';

import { download } from '@/api/download';
import { feeSettingsQuery, feesQuery } from '@/api/fees';
import type { FeeList, FeeMember } from '@/api/types';
import { lazyPart } from '@/components/lazy-part';
import { ButtonLink } from '@/components/ButtonLink';
import { ListState } from '@/components/ListState';
import { PageHeader } from '@/components/PageHeader';
import { Part } from '@/components/Part';
import { SearchBox } from '@/components/SearchBox';
import { SortedTable } from '@/components/table/SortedTable';
import type { TableColumn } from '@/components/table/Table';
import { formatEuros, formatPart } from '@/lib/euros';
import { notifyFailure } from '@/lib/notify-failure';
import { feeTexts as texts } from '@/texts/fees';

import classes from './Fees.module.css';
import { feeOrders, feeQuery, invoiceStatuses, nikkiFilters, type FeesSearch } from './route';

const FeePanel = lazyPart(() => import('./FeePanel'));
const BulkInvoices = lazyPart(() => import('@/features/invoices/BulkInvoices'));

interface FeesPageProps {
  search: FeesSearch;
  onSearch: (change: Partial<FeesSearch>) => void;
}

/** What members pay for a season, and why. */
export function FeesPage({ search, onSearch }: FeesPageProps) {
  const query = feeQuery(search);
  const fees = useQuery(feesQuery(query));
  const [opened, setOpened] = useState<FeeMember>();
  const { data } = fees;
  return (
    <Stack gap="md">
      <PageHeader
        title={texts.title}
        subtitle={data && texts.subtitle(data.totals.count, formatEuros(data.totals.final_fee))}
      />
      <Filters search={search} onSearch={onSearch} list={data} />
      <Actions query={query} billed={data && !data.forecast ? data.season : undefined} />
      <ListState query={fees}>
        {(list) => (
          <>
            {list.borrowed_from !== null && (
              <Alert variant="light">{texts.borrowed(list.borrowed_from)}</Alert>
            )}
            {list.members.length === 0 ? (
              <EmptyState
                icon={<IconCoinEuro />}
                title={texts.empty}
                description={texts.emptyHint}
                py="xl"
              />
            ) : (
              <Members list={list} search={search} onSearch={onSearch} onOpen={setOpened} />
            )}
            <Totals list={list} />
          </>
        )}
      </ListState>
      <Part onGiveUp={() => setOpened(undefined)}>
        {opened && data && (
          <FeePanel
            member={opened}
            season={data.season}
            forecast={data.forecast}
            onClose={() => setOpened(undefined)}
          />
        )}
      </Part>
    </Stack>
  );
}

interface ActionsProps {
  query: ReturnType<typeof feeQuery>;
  /** The season that can be billed: none while it is not known, and none that is only foreseen. */
  billed: string | undefined;
}

function Actions({ query, billed }: ActionsProps) {
  const { me } = useRouteContext({ from: '/_signed-in' });
  const save = (format: string) => {
    const asked = new URLSearchParams({ format });
    for (const [name, value] of Object.entries(query)) asked.set(name, String(value));
    download('/club/v1/fees/export', asked).catch(notifyFailure);
  };
  return (
    <Group gap="xs">
      {me.is_admin && billed !== undefined && (
        <Part>
          <BulkInvoices season={billed} />
        </Part>
      )}
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => save('xlsx')}
      >
        {texts.export}
      </Button>
      <Button variant="default" onClick={() => save('csv')}>
        {texts.exportCsv}
      </Button>
      <ButtonLink
        to="/contributie/instellingen"
        variant="default"
        leftSection={<IconSettings size={16} aria-hidden />}
      >
        {texts.settings}
      </ButtonLink>
    </Group>
  );
}

/** The current season, the two before, the next as it can be foreseen, and the one that an address asks for; and which is shown. */
function useSeasons({ prognose, seizoen }: FeesSearch) {
  const { data } = useQuery(feeSettingsQuery);
  if (!data) return { seasons: [], shown: '' };
  const current = data.current_season.key;
  const first = Number(current.slice(0, 4));
  const keys = [0, 1, 2].map((back) => `${first - back}-${first - back + 1}`);
  if (seizoen !== '' && !keys.includes(seizoen)) keys.push(seizoen);
  return {
    seasons: [
      { value: 'prognose', label: texts.forecast(data.next_season.key) },
      ...keys.map((key) => ({ value: key === current ? '' : key, label: key })),
    ],
    shown: prognose ? 'prognose' : seizoen === current ? '' : seizoen,
  };
}

/** Whether the club has a provider of contributions, as far as the list tells. */
const hasNikki = (search: FeesSearch, list: FeeList | undefined) =>
  search.nikki !== '' || (list?.members.some(({ nikki_total }) => nikki_total !== null) ?? false);

function Filters({ search, onSearch, list }: FeesPageProps & { list: FeeList | undefined }) {
  const { seasons, shown } = useSeasons(search);
  const categories = Object.entries(list?.categories ?? {}).toSorted(
    ([, a], [, b]) => a.sort_order - b.sort_order,
  );
  return (
    <Stack gap="sm">
      <div className={classes.filters}>
        <NativeSelect
          label={texts.season}
          value={shown}
          onChange={({ currentTarget: { value } }) =>
            onSearch({ prognose: value === 'prognose', seizoen: value === 'prognose' ? '' : value })
          }
          data={seasons}
        />
        <NativeSelect
          label={texts.category}
          value={search.categorie}
          onChange={({ currentTarget: { value } }) => onSearch({ categorie: value })}
          data={[
            { value: '', label: texts.allCategories },
            ...categories.map(([value, { label }]) => ({ value, label })),
          ]}
        />
        <NativeSelect
          label={texts.invoice}
          value={search.factuur}
          onChange={({ currentTarget: { value } }) =>
            onSearch({ factuur: invoiceStatuses.find((one) => one === value) ?? '' })
          }
          data={[
            { value: '', label: texts.allInvoices },
            ...invoiceStatuses.map((value) => ({ value, label: texts.invoices[value] })),
          ]}
        />
        {hasNikki(search, list) && (
          <NativeSelect
            label={texts.nikki}
            value={search.nikki}
            onChange={({ currentTarget: { value } }) =>
              onSearch({ nikki: nikkiFilters.find((one) => one === value) ?? '' })
            }
            data={[
              { value: '', label: texts.allNikki },
              ...nikkiFilters.map((value) => ({ value, label: texts.nikkiFilters[value] })),
            ]}
          />
        )}
        <Checkbox
          label={texts.former}
          checked={search.oudLeden}
          onChange={({ currentTarget: { checked } }) => onSearch({ oudLeden: checked })}
          pb="xs"
        />
      </div>
      <SearchBox
        label={texts.search}
        placeholder={texts.searchPlaceholder}
        clearLabel={texts.clearSearch}
        value={search.zoek}
        onSearch={(zoek) => onSearch({ zoek })}
      />
    </Stack>
  );
}

const isInvoiceStatus = (status: string | null): status is (typeof invoiceStatuses)[number] =>
  invoiceStatuses.some((one) => one === status);

const invoiceOf = ({ invoice_status }: FeeMember) =>
  isInvoiceStatus(invoice_status) ? texts.invoices[invoice_status] : '';

const { columns } = texts;

/** What the provider of contributions charged, and what is left of it. */
const nikkiColumns: TableColumn<FeeMember>[] = [
  {
    id: 'nikki_total',
    label: columns.nikkiTotal,
    cell: ({ nikki_total }) => nikki_total !== null && formatEuros(nikki_total),
    width: '10rem',
    number: true,
    sorts: true,
  },
  {
    id: 'nikki_saldo',
    label: columns.nikkiBalance,
    cell: ({ nikki_saldo }) => nikki_saldo !== null && formatEuros(nikki_saldo),
    width: '9rem',
    number: true,
    sorts: true,
  },
];

const nikkiOf = ({ nikki_total, nikki_saldo }: FeeMember) =>
  nikki_total !== null && texts.nikkiOf(formatEuros(nikki_total), formatEuros(nikki_saldo ?? 0));

function Members({
  list,
  search,
  onSearch,
  onOpen,
}: FeesPageProps & { list: FeeList; onOpen: (member: FeeMember) => void }) {
  const category = ({ category: slug }: FeeMember) => list.categories[slug]?.label ?? slug;
  const marks = (member: FeeMember) => (
    <>
      {member.excluded && (
        <Badge variant="light" color="gray" tt="none">
          {texts.excluded}
        </Badge>
      )}
      {member.is_former_member && (
        <Badge variant="light" color="gray" tt="none">
          {texts.formerMember}
        </Badge>
      )}
    </>
  );
  const nameCell = (member: FeeMember) => (
    <Group gap="xs" wrap="nowrap">
      <button
        type="button"
        className={classes.name}
        title={texts.open(member.name)}
        aria-haspopup="dialog"
        onClick={() => onOpen(member)}
      >
        {member.name}
      </button>
      {marks(member)}
    </Group>
  );
  const all: TableColumn<FeeMember>[] = [
    { id: 'category', label: columns.category, cell: category, width: '7.5rem', sorts: true },
    {
      id: 'leeftijdsgroep',
      label: columns.age,
      cell: (member) => member.leeftijdsgroep,
      width: '9.5rem',
      givesWay: true,
      sorts: true,
    },
    {
      id: 'base_fee',
      label: columns.base,
      cell: ({ base_fee }) => formatEuros(base_fee),
      width: '7rem',
      number: true,
      sorts: true,
    },
    {
      id: 'family_discount_rate',
      label: columns.family,
      cell: (member) =>
        member.family_discount_rate > 0 &&
        `${formatPart(member.family_discount_rate)} (${formatEuros(-member.family_discount_amount)})`,
      width: '10rem',
      number: true,
      givesWay: true,
      sorts: true,
    },
    {
      id: 'prorata_percentage',
      label: columns.prorata,
      cell: ({ prorata_percentage }) => prorata_percentage < 1 && formatPart(prorata_percentage),
      width: '8.5rem',
      number: true,
      givesWay: true,
      sorts: true,
    },
    {
      id: 'final_fee',
      label: columns.amount,
      cell: ({ final_fee, excluded }) => (excluded ? texts.excluded : formatEuros(final_fee)),
      width: '7rem',
      number: true,
      sorts: true,
    },
    { id: 'invoice_status', label: columns.invoice, cell: invoiceOf, width: '7.5rem', sorts: true },
    ...(hasNikki(search, list) ? nikkiColumns : []),
  ];
  return (
    <SortedTable
      label={texts.list}
      rows={list.members}
      idOf={({ id }) => id}
      name={{
        id: 'name',
        label: columns.name,
        cell: nameCell,
        width: '14rem',
        grows: true,
        sorts: true,
      }}
      columns={all}
      line={(member) => (
        <Group justify="space-between" wrap="nowrap" gap="sm" w="100%">
          <Stack gap={0} miw={0}>
            {nameCell(member)}
            <Text size="sm" c="dimmed">
              {[category(member), member.leeftijdsgroep, invoiceOf(member), nikkiOf(member)]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </Stack>
          <Text className={classes.amount}>
            {formatEuros(member.excluded ? 0 : member.final_fee)}
          </Text>
        </Group>
      )}
      sort={{
        by: search.sort,
        descending: search.order === 'desc',
        onSort: (by, descending) =>
          onSearch({
            sort: feeOrders.find((one) => one === by) ?? 'category',
            order: descending ? 'desc' : 'asc',
          }),
      }}
      faint={({ excluded, is_former_member }) => excluded || is_former_member}
      keyed
    />
  );
}

function Totals({ list: { totals } }: { list: FeeList }) {
  return (
    <div className={classes.total} role="group" aria-label={texts.totals}>
      <span>{`${columns.base}: ${formatEuros(totals.base_fee)}`}</span>
      <span>{`${columns.family}: ${formatEuros(-totals.family_discount)}`}</span>
      <span>{`${columns.prorata}: ${formatEuros(-totals.prorata_amount)}`}</span>
      <strong>{`${texts.totals}: ${formatEuros(totals.final_fee)}`}</strong>
    </div>
  );
}
