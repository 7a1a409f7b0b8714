import { Badge, Button, EmptyState, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconConfetti, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';

import { anniversariesQuery } from '@/api/anniversaries';
import { download } from '@/api/download';
import type { Anniversary } from '@/api/types';
import { lazyPart } from '@/components/lazy-part';
import { AnchorLink } from '@/components/links';
import { ListState } from '@/components/ListState';
import { PageHeader } from '@/components/PageHeader';
import { Part } from '@/components/Part';
import { Table, type TableColumn } from '@/components/table/Table';
import { formatDate, isoDay } from '@/lib/dates';
import { notifyFailure } from '@/lib/notify-failure';
import { commonTexts } from '@/texts/common';
import { anniversaryTexts as texts } from '@/texts/anniversaries';

import classes from './Anniversaries.module.css';
import { type AnniversariesSearch, daysFrom, seasonChoices, seasonFrom } from './route';

const MilestonesDialog = lazyPart(() => import('./MilestonesDialog'));

interface PageProps {
  search: AnniversariesSearch;
  onSearch: (change: Partial<AnniversariesSearch>) => void;
}

/** Who has been a member for how long, by season. */
export function AnniversariesPage({ search, onSearch }: PageProps) {
  const { me } = useRouteContext({ from: '/_signed-in' });
  const today = isoDay(new Date());
  const { from, to } = daysFrom(search, today);
  const anniversaries = useQuery(anniversariesQuery(from, to));
  const [choosing, setChoosing] = useState(false);
  const save = (format: string) => {
    const query = new URLSearchParams({ format, from, to });
    download('/club/v1/anniversaries/export', query).catch(notifyFailure);
  };
  const { data } = anniversaries;
  return (
    <Stack gap="md">
      <PageHeader
        title={texts.title}
        subtitle={data && texts.subtitle(data.total, seasonFrom(search, today))}
      />
      <Group gap="xs" data-print="never">
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
        {me.is_admin && (
          <Button variant="default" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
            {texts.settings}
          </Button>
        )}
      </Group>
      <Filters search={search} onSearch={onSearch} today={today} list={data?.anniversaries ?? []} />
      <ListState query={anniversaries}>
        {({ anniversaries: list }) => <Season list={list} search={search} onSearch={onSearch} />}
      </ListState>
      <Part onGiveUp={() => setChoosing(false)}>
        {choosing && <MilestonesDialog onClose={() => setChoosing(false)} />}
      </Part>
    </Stack>
  );
}

interface FiltersProps extends PageProps {
  today: string;
  list: readonly Anniversary[];
}

function Filters({ search, onSearch, today, list }: FiltersProps) {
  const milestones = new Set(list.map(({ milestone_years }) => milestone_years));
  if (search.jaren > 0) milestones.add(search.jaren);
  return (
    <div className={classes.filters} role="search" data-print="never">
      <NativeSelect
        label={texts.season}
        value={seasonFrom(search, today)}
        onChange={({ currentTarget: { value } }) =>
          onSearch({
            seizoen: value === seasonFrom({ ...search, seizoen: '' }, today) ? '' : value,
          })
        }
        data={seasonChoices(search, today)}
      />
      <NativeSelect
        label={texts.milestone}
        value={search.jaren}
        onChange={({ currentTarget: { value } }) => onSearch({ jaren: Number(value) })}
        data={[
          { value: '0', label: texts.all },
          ...[...milestones]
            .sort((a, b) => a - b)
            .map((one) => ({ value: String(one), label: texts.years(one) })),
        ]}
      />
    </div>
  );
}

function Season({ list, search, onSearch }: PageProps & { list: readonly Anniversary[] }) {
  const shown = list.filter(
    ({ milestone_years }) => search.jaren === 0 || milestone_years === search.jaren,
  );
  if (shown.length === 0) {
    const filtered = list.length > 0;
    return (
      <EmptyState
        icon={<IconConfetti />}
        title={filtered ? texts.none : texts.empty}
        description={filtered ? undefined : texts.emptyHint}
        py="xl"
      >
        {filtered && (
          <Button variant="default" onClick={() => onSearch({ jaren: 0 })}>
            {texts.clear}
          </Button>
        )}
      </EmptyState>
    );
  }
  return (
    <Table
      label={texts.list}
      rows={shown}
      // Several may be nobody in particular to this reader.
      idOf={(row) => `${row.id}-${row.name}-${row.milestone_years}-${row.date}`}
      name={nameColumn}
      columns={columns}
      line={(row) => (
        <Group justify="space-between" wrap="nowrap" gap="sm" w="100%">
          <Stack gap={0} miw={0}>
            <Name of={row} />
            <Text size="sm" c="dimmed">
              {formatDate(row.date)} · {texts.since(formatDate(row.lid_sinds))}
            </Text>
          </Stack>
          <Years of={row} />
        </Group>
      )}
      faint={({ days_until }) => days_until < 0}
      keyed
    />
  );
}

function Name({ of: { id, name } }: { of: Anniversary }) {
  // Without a number it is somebody whom this reader may not open.
  if (id === 0) return name;
  return (
    <AnchorLink to="/leden/$personId" params={{ personId: id }} preload={false} data-row-link>
      {name === '' ? commonTexts.unnamed : name}
    </AnchorLink>
  );
}

const Years = ({ of: { milestone_years } }: { of: Anniversary }) => (
  <Badge variant="light" tt="none" flex="none">
    {texts.years(milestone_years)}
  </Badge>
);

const nameColumn: TableColumn<Anniversary> = {
  id: 'name',
  label: texts.columns.name,
  width: '14rem',
  grows: true,
  cell: (row) => <Name of={row} />,
};

const columns: readonly TableColumn<Anniversary>[] = [
  { id: 'years', label: texts.columns.years, width: '8rem', cell: (row) => <Years of={row} /> },
  {
    id: 'date',
    label: texts.columns.date,
    width: '9rem',
    cell: ({ date }) => formatDate(date),
  },
  {
    id: 'when',
    label: texts.columns.when,
    width: '11rem',
    givesWay: true,
    cell: ({ days_until }) => texts.until(days_until),
  },
  {
    id: 'since',
    label: texts.columns.since,
    width: '9rem',
    cell: ({ lid_sinds }) => formatDate(lid_sinds),
  },
];
