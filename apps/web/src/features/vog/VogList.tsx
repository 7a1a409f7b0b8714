import {
  ActionIcon,
  Badge,
  Button,
  CloseButton,
  Group,
  Pagination,
  Stack,
  Text,
} from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { everybodyQuery } from '@/api/people/queries';
import type { PeopleQuery } from '@/api/people/wire';
import type { PeoplePage, PersonRow } from '@/api/types';
import type { VogDeed } from '@/api/vog';
import { lazyPart } from '@/components/lazy-part';
import { AnchorLink } from '@/components/links';
import { ListState } from '@/components/ListState';
import { Part } from '@/components/Part';
import { PastEnd } from '@/components/PastEnd';
import { SelectBox } from '@/components/table/SelectBox';
import { SortedTable } from '@/components/table/SortedTable';
import type { TableColumn } from '@/components/table/Table';
import { addYears, formatDate } from '@/lib/dates';
import { notifyFailure } from '@/lib/notify-failure';
import { commonTexts } from '@/texts/common';
import { selectionTexts } from '@/texts/people-selection';
import { vogTexts as texts } from '@/texts/vog';

import { type VogSearch, vogOrders } from './search';
import { type Chosen, useChosen } from './use-chosen';
import classes from './Vog.module.css';

const DeedDialog = lazyPart(() => import('./DeedDialog'));
const HistoryDialog = lazyPart(() => import('./HistoryDialog'));

type Order = Pick<VogSearch, 'sort' | 'order' | 'pagina'>;

interface VogListProps {
  label: string;
  people: UseQueryResult<PeoplePage>;
  /** What the list is the answer to. */
  query: PeopleQuery;
  search: Order;
  onSearch: (change: Partial<Order>) => void;
  /** Their certificates still count: what matters is until when. */
  counts?: true;
  /** In place of a list of nobody. */
  empty: ReactNode;
}

/** People and how far each is with a certificate, and what can be done with those who are chosen. */
export function VogList(props: VogListProps) {
  const { people } = props;
  return (
    <ListState query={people}>
      {(page) => <Page {...props} page={page} isBefore={people.isPlaceholderData} />}
    </ListState>
  );
}

interface PageProps extends VogListProps {
  page: PeoplePage;
  /** It is the answer to the question of before: those in it may be others than who is asked for, and are not chosen. */
  isBefore: boolean;
}

function Page(props: PageProps) {
  const { page, isBefore, query, onSearch, empty } = props;
  const { people: rows, total, total_pages: pages } = page;
  const chosen = useChosen(rows, isBefore);
  const [asked, setAsked] = useState<PersonRow>();
  return (
    <>
      {total === 0 ? (
        empty
      ) : rows.length === 0 ? (
        <PastEnd onLast={() => onSearch({ pagina: pages })} />
      ) : (
        <>
          <AllLine chosen={chosen} shown={isBefore ? 0 : rows.length} total={total} query={query} />
          <Rows {...props} chosen={chosen} onHistory={setAsked} />
        </>
      )}
      {/* Beside the list: nobody may be left in it once everybody was written to, which is told here. */}
      <Bar chosen={chosen} />
      <Part onGiveUp={() => setAsked(undefined)}>
        {asked && <HistoryDialog person={asked} onClose={() => setAsked(undefined)} />}
      </Part>
    </>
  );
}

interface RowsProps extends PageProps {
  chosen: Chosen;
  onHistory: (row: PersonRow) => void;
}

function Rows({ label, page, isBefore, search, onSearch, counts, chosen, onHistory }: RowsProps) {
  const { people: rows, total_pages: pages } = page;
  return (
    <>
      <SortedTable
        label={label}
        rows={rows}
        idOf={({ id }) => id}
        name={nameColumn}
        columns={[
          ...(counts ? [...dateColumns, untilColumn] : [typeColumn, ...dateColumns]),
          ...stepColumns,
          historyColumn(onHistory),
        ]}
        line={(row) => (
          <Line
            row={row}
            chosen={chosen}
            counts={counts ?? false}
            onHistory={() => onHistory(row)}
          />
        )}
        sort={{
          by: search.sort,
          descending: search.order === 'desc',
          onSort: (by, descending) =>
            onSearch({
              sort: vogOrders.find((one) => one === by) ?? 'last_name',
              order: descending ? 'desc' : 'asc',
              pagina: 1,
            }),
        }}
        selection={{
          shown: chosen.shown,
          has: chosen.has,
          toggle: chosen.toggle,
          toggleShown: chosen.toggleShown,
          label: ({ name }) => selectionTexts.select(name),
          labelOfAll: selectionTexts.selectAll,
        }}
        faint={() => isBefore}
        keyed
      />
      {pages > 1 && (
        <Pagination
          aria-label={texts.pages}
          total={pages}
          value={search.pagina}
          onChange={(pagina) => onSearch({ pagina })}
          getItemProps={(item) => ({ 'aria-label': `${commonTexts.page} ${item}` })}
          getControlProps={(control) => ({
            'aria-label': control === 'next' ? commonTexts.nextPage : commonTexts.previousPage,
          })}
        />
      )}
    </>
  );
}

const kind = ({ acf }: PersonRow) => (acf['datum-vog'] === '' ? 'nieuw' : 'vernieuwing');

function NameLink({ row: { id, name } }: { row: PersonRow }) {
  return (
    <AnchorLink to="/leden/$personId" params={{ personId: id }} preload={false} data-row-link>
      {name === '' ? commonTexts.unnamed : name}
    </AnchorLink>
  );
}

const nameColumn: TableColumn<PersonRow> = {
  id: 'last_name',
  label: texts.columns.name,
  width: '14rem',
  grows: true,
  sorts: true,
  cell: (row) => <NameLink row={row} />,
};

const typeColumn: TableColumn<PersonRow> = {
  id: 'type',
  label: texts.columns.type,
  width: '8.5rem',
  cell: (row) => (
    <Badge variant="light" color={kind(row) === 'nieuw' ? undefined : 'gray'} tt="none">
      {texts.types[kind(row)]}
    </Badge>
  ),
};

const dateColumns: readonly TableColumn<PersonRow>[] = [
  {
    id: 'custom_datum-vog',
    label: texts.columns.date,
    width: '8.5rem',
    sorts: true,
    cell: ({ acf }) => formatDate(acf['datum-vog']),
  },
];

const validYears = 3;

const validUntil = ({ acf }: PersonRow) => formatDate(addYears(acf['datum-vog'], validYears) ?? '');

const untilColumn: TableColumn<PersonRow> = {
  id: 'until',
  label: texts.columns.validUntil,
  width: '8.5rem',
  cell: validUntil,
};

const steps = [
  ['mailed', 'vog_email_sent_date'],
  ['submitted', 'vog_justis_submitted_date'],
  ['reminded', 'vog_reminder_sent_date'],
] as const;

const stepColumns: readonly TableColumn<PersonRow>[] = steps.map(([id, field]) => ({
  id,
  label: texts.columns[id],
  width: '8rem',
  cell: ({ acf }) => formatDate(acf[field]),
}));

const historyColumn = (open: (row: PersonRow) => void): TableColumn<PersonRow> => ({
  id: 'history',
  label: texts.columns.history,
  width: '4.5rem',
  cell: (row) => <HistoryButton row={row} onClick={() => open(row)} />,
});

interface HistoryButtonProps {
  row: PersonRow;
  onClick: () => void;
  /** As large as a finger, on a phone. */
  size?: number;
}

/** Only where something was sent. */
function HistoryButton({ row, onClick, size }: HistoryButtonProps) {
  if (row.acf.vog_email_sent_date === '' && row.acf.vog_reminder_sent_date === '') return null;
  return (
    <ActionIcon
      variant="subtle"
      size={size}
      aria-label={texts.historyOf(row.name)}
      title={texts.historyOf(row.name)}
      aria-haspopup="dialog"
      onClick={onClick}
    >
      <IconMail size={18} aria-hidden />
    </ActionIcon>
  );
}

interface LineProps {
  row: PersonRow;
  chosen: Chosen;
  counts: boolean;
  onHistory: () => void;
}

/** Somebody on a phone. */
function Line({ row, chosen, counts, onHistory }: LineProps) {
  const taken = steps.filter(([, field]) => row.acf[field] !== '');
  return (
    <div className={classes.line}>
      <SelectBox
        label={selectionTexts.select(row.name)}
        checked={chosen.has(row)}
        onChange={(range) => chosen.toggle(row, range)}
      />
      <Stack gap={0} miw={0} flex={1}>
        <NameLink row={row} />
        <Text size="sm" c="dimmed">
          {[
            counts ? texts.until(validUntil(row)) : texts.types[kind(row)],
            ...taken.map(([id, field]) => texts.short[id](formatDate(row.acf[field]))),
          ].join(' · ')}
        </Text>
      </Stack>
      <HistoryButton row={row} onClick={onHistory} size={44} />
    </div>
  );
}

interface AllLineProps {
  chosen: Chosen;
  shown: number;
  total: number;
  query: PeopleQuery;
}

/** Offers the whole list once everybody on its page is chosen. */
function AllLine({ chosen, shown, total, query }: AllLineProps) {
  const queryClient = useQueryClient();
  const [pending, setPending] = useState(false);
  const gather = () => {
    setPending(true);
    queryClient
      .query(everybodyQuery(query))
      .then(chosen.set, notifyFailure)
      .finally(() => setPending(false));
  };
  const offered = shown > 0 && chosen.shown === shown && total > shown && chosen.count < total;
  return (
    <div role="status" className={offered ? classes.all : undefined} data-print="never">
      {offered && (
        <>
          {selectionTexts.shownSelected(shown)}{' '}
          <Button size="compact-sm" variant="subtle" loading={pending} onClick={gather}>
            {selectionTexts.selectEverybody(total)}
          </Button>
        </>
      )}
    </div>
  );
}

const deeds: readonly VogDeed[] = ['send', 'remind', 'submit'];

/** What can be done with who is chosen; stands at the bottom of the screen, wherever the list is scrolled to. */
function Bar({ chosen }: { chosen: Chosen }) {
  const [deed, setDeed] = useState<VogDeed>();
  const close = () => setDeed(undefined);
  return (
    <>
      {chosen.count > 0 && (
        <section className={classes.bar} aria-label={texts.selection} data-print="never">
          <Group gap="xs" wrap="nowrap">
            <CloseButton
              aria-label={selectionTexts.clear}
              className={classes.wipe}
              onClick={() => chosen.set([])}
            />
            <Text fw={600} role="status">
              {texts.selected(chosen.count)}
            </Text>
          </Group>
          <Group gap="xs">
            {deeds.map((one) => (
              <Button
                key={one}
                size="xs"
                variant="default"
                aria-haspopup="dialog"
                onClick={() => setDeed(one)}
              >
                {texts.deeds[one].action}
              </Button>
            ))}
          </Group>
        </section>
      )}
      {/* Beside the bar, which goes when nobody is left. */}
      <Part onGiveUp={close}>
        {deed && (
          <DeedDialog deed={deed} people={chosen.people} onLeft={chosen.set} onClose={close} />
        )}
      </Part>
    </>
  );
}
