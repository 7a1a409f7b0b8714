import { EmptyState, NativeSelect, Stack, Text } from '@mantine/core';
import { IconCalendarUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { servedQuery } from '@/api/shifts';
import { AnchorLink } from '@/components/links';
import { ListState } from '@/components/ListState';
import { Table } from '@/components/table/Table';
import { seasonOf } from '@/lib/calendar';
import { isoDay } from '@/lib/dates';
import { formatNumber } from '@/lib/numbers';
import { shiftTexts as texts } from '@/texts/shifts';

interface ServedListProps {
  /** '' for this one. */
  season: string;
  onSeason: (season: string) => void;
}

interface Row {
  person_id: number;
  name: string;
  can_open: boolean;
  count: number;
}

/** Who did how many shifts in a season, the most first. */
export default function ServedList({ season, onSeason }: ServedListProps) {
  const served = useQuery(servedQuery(season));
  const today = isoDay(new Date());
  const seasons = [0, -1, -2, -3].map((later) => seasonOf(today, later));
  const current = seasonOf(today);
  return (
    <Stack gap="md">
      <NativeSelect
        label={texts.season}
        w="12rem"
        value={season === '' ? current : season}
        onChange={({ currentTarget: { value } }) => onSeason(value === current ? '' : value)}
        data={season === '' || seasons.includes(season) ? seasons : [season, ...seasons]}
      />
      <ListState query={served}>
        {({ people }) =>
          people.length === 0 ? (
            <EmptyState
              icon={<IconCalendarUser />}
              title={texts.servedEmpty}
              description={texts.servedHint}
              py="xl"
            />
          ) : (
            <>
              <Text c="dimmed" role="status">
                {texts.servedSubtitle(
                  people.length,
                  people.reduce((sum, { count }) => sum + count, 0),
                )}
              </Text>
              <Table<Row>
                label={texts.servedList}
                rows={people}
                idOf={({ person_id }) => person_id}
                name={{
                  id: 'name',
                  label: texts.servedColumns.name,
                  width: '16rem',
                  grows: true,
                  cell: (row) => <Name of={row} />,
                }}
                columns={[
                  {
                    id: 'count',
                    label: texts.servedColumns.count,
                    width: '8rem',
                    number: true,
                    cell: ({ count }) => formatNumber(count),
                  },
                ]}
                line={(row) => (
                  <>
                    <Name of={row} /> {formatNumber(row.count)}
                  </>
                )}
                keyed
              />
            </>
          )
        }
      </ListState>
    </Stack>
  );
}

function Name({ of: { person_id, name, can_open } }: { of: Row }) {
  if (!can_open) return name;
  return (
    <AnchorLink to="/leden/$personId" params={{ personId: person_id }} preload={false}>
      {name}
    </AnchorLink>
  );
}
