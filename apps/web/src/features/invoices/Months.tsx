import '@mantine/charts/styles.css';

import { BarChart } from '@mantine/charts';
import { Table as PlainTable, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { invoiceMonthsQuery } from '@/api/invoices';
import { SettingsCard } from '@/features/settings/SettingsCard';
import { ListState } from '@/components/ListState';
import { formatEuros } from '@/lib/euros';
import { invoiceTexts } from '@/texts/invoices';

import classes from './Invoices.module.css';

const texts = invoiceTexts.months;

const months = new Intl.DateTimeFormat('nl-NL', { month: 'short', year: '2-digit' });

const monthName = (month: string): string => months.format(new Date(`${month}-15T12:00:00`));

/** What was billed, received and is open, month by month: as bars, and as numbers for who cannot see these. */
export default function Months({ season }: { season: string }) {
  const summary = useQuery(invoiceMonthsQuery(season));
  return (
    <SettingsCard title={texts.title}>
      <ListState query={summary}>
        {(found) => {
          const rows = found.months.map((one) => ({ ...one, month: monthName(one.month) }));
          return (
            <>
              <Text size="sm" c="dimmed" mb="sm">
                {texts.intro(found.season)}
              </Text>
              <div aria-hidden>
                <BarChart
                  h={260}
                  data={rows}
                  dataKey="month"
                  withLegend
                  withBarValueLabel={false}
                  valueFormatter={formatEuros}
                  yAxisProps={{ width: 90 }}
                  barChartProps={{ accessibilityLayer: false }}
                  series={[
                    { name: 'billed', label: texts.billed, color: 'blue.6' },
                    { name: 'received', label: texts.received, color: 'green.6' },
                    { name: 'open', label: texts.open, color: 'orange.6' },
                  ]}
                />
              </div>
              <VisuallyHidden>
                <PlainTable>
                  <caption>{texts.title}</caption>
                  <thead>
                    <tr>
                      {[texts.month, texts.billed, texts.received, texts.open].map((head) => (
                        <th key={head} scope="col">
                          {head}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map(({ month, billed, received, open }) => (
                      <tr key={month} className={classes.name}>
                        <th scope="row">{month}</th>
                        <td>{formatEuros(billed)}</td>
                        <td>{formatEuros(received)}</td>
                        <td>{formatEuros(open)}</td>
                      </tr>
                    ))}
                  </tbody>
                </PlainTable>
              </VisuallyHidden>
            </>
          );
        }}
      </ListState>
    </SettingsCard>
  );
}
