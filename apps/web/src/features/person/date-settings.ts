import 'dayjs/locale/nl';
import '@mantine/dates/styles.layer.css';

/** Dutch months, and a week that starts on Monday. */
export const dateSettings = { locale: 'nl', firstDayOfWeek: 1 } as const;
