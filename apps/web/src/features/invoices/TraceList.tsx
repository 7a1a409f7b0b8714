import { Text } from '@mantine/core';
import * as v from 'valibot';

import type { Invoice } from '@/api/types';
import { formatDate } from '@/lib/dates';
import { formatEuros } from '@/lib/euros';
import { traceTexts as texts } from '@/texts/invoices';

import classes from './Invoices.module.css';

/** What of a trace is shown; the API tells it as an object without a schema. */
const traceSchema = v.object({
  category: v.object({ label: v.string(), match: v.string(), amount: v.number() }),
  family: v.nullish(
    v.object({
      size: v.number(),
      position: v.number(),
      amount: v.number(),
      before: v.nullish(v.array(v.object({ name: v.string() }))),
    }),
  ),
  prorata: v.object({ since: v.string(), quarter: v.number(), amount: v.number() }),
  total: v.number(),
});

/** Why a fee is what it is, a line for each amount. */
export function TraceList({ trace }: { trace: NonNullable<Invoice['trace']> }) {
  const read = v.safeParse(traceSchema, trace);
  if (!read.success) return <Text c="dimmed">{texts.unknown}</Text>;
  const { category, family, prorata, total } = read.output;
  const lines: [string, number][] = [
    [texts.category(category.label, category.match), category.amount],
  ];
  if (family != null && family.amount !== 0) {
    const before = (family.before ?? []).map(({ name }) => name);
    lines.push([texts.family(family.position, family.size, before), family.amount]);
  }
  if (prorata.amount !== 0) {
    lines.push([texts.prorata(prorata.quarter, formatDate(prorata.since)), prorata.amount]);
  }
  lines.push([texts.total, total]);
  return (
    <ul className={classes.rows}>
      {lines.map(([words, amount]) => (
        <li key={words} className={classes.row}>
          <span>{words}</span>
          <span>{formatEuros(amount)}</span>
        </li>
      ))}
    </ul>
  );
}
