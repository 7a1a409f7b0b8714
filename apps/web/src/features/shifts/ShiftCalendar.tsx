import { ActionIcon, Button, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';

import type { Shift } from '@/api/types';
import { addDays, dayText, weeksOf } from '@/lib/calendar';
import { shiftTexts as texts } from '@/texts/shifts';

import { byDay, lacks, monthFrom, monthOf } from './route';
import { type ShiftsSearch } from './search';
import classes from './Shifts.module.css';

interface ShiftCalendarProps {
  shifts: readonly Shift[];
  search: ShiftsSearch;
  today: string;
  onMonth: (month: string) => void;
  onOpen: (id: number) => void;
}

/** A month of shifts: on a phone the days that have some. */
export default function ShiftCalendar(props: ShiftCalendarProps) {
  const { shifts, search, today, onMonth, onOpen } = props;
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const month = monthOf(search, today);
  const days = new Map(byDay(shifts));
  const title = dayText(`${month}-01`, 'month');
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={texts.previousMonth}
          onClick={() => onMonth(monthFrom(search, today, -1))}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <Title order={2} size="h4" aria-live="polite" miw="9rem" ta="center">
          {title}
        </Title>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={texts.nextMonth}
          onClick={() => onMonth(monthFrom(search, today, 1))}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
        {search.maand !== '' && (
          <Button variant="subtle" size="compact-sm" onClick={() => onMonth('')}>
            {texts.thisMonth}
          </Button>
        )}
      </Group>
      {narrow ? (
        <DayList days={days} month={month} onOpen={onOpen} />
      ) : (
        <table className={classes.calendar}>
          <caption>
            <VisuallyHidden>{title}</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              {Array.from({ length: 7 }, (_, at) => (
                <th key={at} scope="col">
                  {dayText(addDays('2024-01-01', at), 'weekday')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(month).map((monday) => (
              <tr key={monday}>
                {Array.from({ length: 7 }, (_, at) => addDays(monday, at)).map((day) => (
                  <td
                    key={day}
                    data-outside={!day.startsWith(month) || undefined}
                    data-today={day === today || undefined}
                  >
                    <span className={classes.day}>{Number(day.slice(8))}</span>
                    <Chips shifts={days.get(day) ?? []} day={day} onOpen={onOpen} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Stack>
  );
}

interface DayListProps extends Pick<ShiftCalendarProps, 'onOpen'> {
  days: ReadonlyMap<string, Shift[]>;
  month: string;
}

function DayList({ days, month, onOpen }: DayListProps) {
  const shown = [...days].filter(([day]) => day.startsWith(month));
  if (shown.length === 0) return <Text c="dimmed">{texts.empty}</Text>;
  return shown.map(([day, shifts]) => (
    <section key={day}>
      <Title order={3} size="h5">
        {dayText(day, 'full')}
      </Title>
      <Chips shifts={shifts} day={day} onOpen={onOpen} />
    </section>
  ));
}

interface ChipsProps extends Pick<ShiftCalendarProps, 'onOpen'> {
  shifts: readonly Shift[];
  day: string;
}

function Chips({ shifts, day, onOpen }: ChipsProps) {
  if (shifts.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={texts.list(dayText(day, 'full'))}>
      {shifts.map((shift) => {
        const { id, title, start, filled, capacity, status } = shift;
        const count = texts.filled(filled, capacity);
        return (
          <li key={id}>
            <button
              type="button"
              className={classes.chip}
              data-lacks={lacks(shift) > 0 || undefined}
              data-off={status === 'cancelled' || undefined}
              title={`${start} ${title}, ${texts.filledLong(filled, capacity)}`}
              aria-haspopup="dialog"
              onClick={() => onOpen(id)}
            >
              {start} {title}
              {status === 'cancelled' ? (
                <VisuallyHidden>, {texts.statuses.cancelled}</VisuallyHidden>
              ) : (
                ` · ${count}`
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
