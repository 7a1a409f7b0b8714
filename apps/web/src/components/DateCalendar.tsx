import 'dayjs/locale/nl';
import '@mantine/dates/styles.layer.css';

import { Popover } from '@mantine/core';
import { DatePicker, DatesProvider } from '@mantine/dates';
import { useDisclosure } from '@mantine/hooks';

import { dateProblem } from '@/lib/check-dates';
import { isoDay } from '@/lib/dates';
import { firstYear, lastYear } from '@/lib/parse-date';
import { dateTexts } from '@/texts/dates';

import { CalendarButton } from './CalendarButton';

/** Dutch months, and a week that starts on Monday. */
const settings = { locale: 'nl', firstDayOfWeek: 1 } as const;

interface DateCalendarProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** The calendar of a DateField. Open as soon as it is there: it is only loaded when somebody asks for it. */
export default function DateCalendar({ label, value, onChange }: DateCalendarProps) {
  const [opened, { toggle, close }] = useDisclosure(true);
  const today = new Date();
  const chosen = value !== '' && dateProblem(value, today) === null ? value : null;
  return (
    <DatesProvider settings={settings}>
      <Popover
        opened={opened}
        onDismiss={close}
        position="bottom-end"
        trapFocus
        returnFocus
        withinPortal
        shadow="md"
      >
        <Popover.Target>
          <CalendarButton label={label} onClick={toggle} />
        </Popover.Target>
        <Popover.Dropdown aria-label={label}>
          <DatePicker
            value={chosen}
            defaultDate={chosen ?? isoDay(today)}
            minDate={`${firstYear}-01-01`}
            maxDate={`${lastYear(today)}-12-31`}
            ariaLabels={dateTexts.calendar}
            onChange={(day) => {
              if (day !== null) onChange(day);
              close();
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </DatesProvider>
  );
}
