import { Alert, Button, Checkbox, EmptyState, SegmentedControl, Stack, Title } from '@mantine/core';
import { IconCalendarUser, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';

import { can } from '@/api/capabilities';
import { shiftsQuery } from '@/api/shifts';
import type { Shift } from '@/api/types';
import { DateField } from '@/components/DateField';
import { lazyPart } from '@/components/lazy-part';
import { ListState } from '@/components/ListState';
import { PageHeader } from '@/components/PageHeader';
import { Part } from '@/components/Part';
import { dayText } from '@/lib/calendar';
import { isDay } from '@/lib/is-day';
import { isoDay } from '@/lib/dates';
import { shiftTexts as texts } from '@/texts/shifts';

import { askedOf, byDay, lacks, spanOf } from './route';
import { type ShiftsSearch, shiftViews, usualShiftsSearch } from './search';
import { ShiftRow } from './ShiftRow';
import classes from './Shifts.module.css';

const ShiftCalendar = lazyPart(() => import('./ShiftCalendar'));
const ServedList = lazyPart(() => import('./ServedList'));
const ShiftDialog = lazyPart(() => import('./ShiftDialog'));
const ShiftForm = lazyPart(() => import('./ShiftForm'));

interface ShiftsPageProps {
  search: ShiftsSearch;
  onSearch: (change: Partial<ShiftsSearch>) => void;
}

/** The work that volunteers do for the club: who comes when, and where somebody is still needed. */
export function ShiftsPage({ search, onSearch }: ShiftsPageProps) {
  const { me } = useRouteContext({ from: '/_signed-in' });
  const plans = can(me, 'vrijwilligers');
  const today = isoDay(new Date());
  const [planning, setPlanning] = useState(false);
  const view = plans || search.toon !== 'seizoen' ? search.toon : 'lijst';
  const views = shiftViews.filter((one) => plans || one !== 'seizoen');
  const shifts = useQuery({
    ...shiftsQuery({ ...askedOf(search, today), mine: search.mijn }),
    enabled: view !== 'seizoen',
  });
  const shown = search.open ? shifts.data?.filter((one) => lacks(one) > 0) : shifts.data;
  const open = (dienst: number) => onSearch({ dienst });
  return (
    <Stack gap="md">
      <PageHeader
        title={texts.title}
        subtitle={view !== 'seizoen' && shown ? subtitleOf(shown) : undefined}
        actions={
          plans && (
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              aria-haspopup="dialog"
              onClick={() => setPlanning(true)}
            >
              {texts.new}
            </Button>
          )
        }
      />
      {me.linked_person_id === null && !plans && <Alert variant="light">{texts.notLinked}</Alert>}
      <SegmentedControl
        aria-label={texts.view}
        w="fit-content"
        maw="100%"
        value={view}
        onChange={(chosen) => onSearch({ toon: views.find((one) => one === chosen) ?? 'lijst' })}
        data={views.map((value) => ({ value, label: texts.views[value] }))}
      />
      {view === 'seizoen' ? (
        <Part>
          <ServedList season={search.seizoen} onSeason={(seizoen) => onSearch({ seizoen })} />
        </Part>
      ) : (
        <>
          <Filters search={search} onSearch={onSearch} today={today} />
          <ListState query={shifts}>
            {() =>
              view === 'kalender' ? (
                <Part>
                  <ShiftCalendar
                    shifts={shown ?? []}
                    search={search}
                    today={today}
                    onMonth={(maand) => onSearch({ maand })}
                    onOpen={open}
                  />
                </Part>
              ) : (
                <Days shifts={shown ?? []} search={search} onSearch={onSearch} onOpen={open} />
              )
            }
          </ListState>
        </>
      )}
      <Part onGiveUp={() => onSearch({ dienst: 0 })}>
        {search.dienst > 0 && (
          <ShiftDialog
            key={search.dienst}
            id={search.dienst}
            onClose={() => onSearch({ dienst: 0 })}
          />
        )}
      </Part>
      <Part onGiveUp={() => setPlanning(false)}>
        {planning && <ShiftForm onClose={() => setPlanning(false)} />}
      </Part>
    </Stack>
  );
}

const subtitleOf = (shifts: readonly Shift[]) =>
  texts.subtitle(
    shifts.length,
    shifts.reduce((sum, shift) => sum + lacks(shift), 0),
  );

function Filters({ search, onSearch, today }: ShiftsPageProps & { today: string }) {
  const span = spanOf(search, today);
  const day = (value: string) => (value === '' || isDay(value) ? value : undefined);
  return (
    <div className={classes.filters} role="search" data-print="never">
      {search.toon !== 'kalender' && (
        <>
          <DateField
            label={texts.from}
            w="10rem"
            value={span.from}
            onChange={(value) => onSearch({ van: day(value) ?? search.van })}
          />
          <DateField
            label={texts.to}
            w="10rem"
            value={span.to}
            onChange={(value) => onSearch({ tot: day(value) ?? search.tot })}
          />
        </>
      )}
      <Checkbox
        label={texts.mine}
        pb="xs"
        checked={search.mijn}
        onChange={({ currentTarget: { checked } }) => onSearch({ mijn: checked })}
      />
      <Checkbox
        label={texts.open}
        pb="xs"
        checked={search.open}
        onChange={({ currentTarget: { checked } }) => onSearch({ open: checked })}
      />
    </div>
  );
}

interface DaysProps extends ShiftsPageProps {
  shifts: readonly Shift[];
  onOpen: (id: number) => void;
}

function Days({ shifts, search, onSearch, onOpen }: DaysProps) {
  if (shifts.length === 0) {
    const filtered = search.mijn || search.open || search.van !== '' || search.tot !== '';
    return (
      <EmptyState
        icon={<IconCalendarUser />}
        title={filtered ? texts.none : texts.empty}
        description={filtered ? texts.noneHint : texts.emptyHint}
        py="xl"
      >
        {filtered && (
          <Button
            variant="default"
            onClick={() => onSearch({ ...usualShiftsSearch, toon: search.toon })}
          >
            {texts.clear}
          </Button>
        )}
      </EmptyState>
    );
  }
  return (
    <Stack gap="lg">
      {byDay(shifts).map(([day, of]) => (
        <section key={day}>
          <Title order={2} size="h4" mb="xs">
            {dayText(day, 'full')}
          </Title>
          <ul className={classes.list} aria-label={texts.list(dayText(day, 'full'))}>
            {of.map((shift) => (
              <ShiftRow key={shift.id} shift={shift} onOpen={() => onOpen(shift.id)} />
            ))}
          </ul>
        </section>
      ))}
    </Stack>
  );
}
