import type { Invoice } from '@/api/types';
import { formatDate } from '@/lib/dates';
import { formatEuros } from '@/lib/euros';
import { traceTexts as texts } from '@/texts/invoices';

import classes from './Invoices.module.css';

/** Why a fee is what it is, a line for each amount. */
export function TraceList({ trace }: { trace: NonNullable<Invoice['trace']> }) {
  const { category, family, prorata, total } = trace;
  const lines: [string, number][] = [
    [texts.category(category.label, category.match), category.amount],
  ];
  if (family !== undefined && family.amount !== 0) {
    const before = family.before.map(({ name }) => name);
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
