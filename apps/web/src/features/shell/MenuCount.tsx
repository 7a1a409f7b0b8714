import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { countersQuery } from '@/api/counters';
import { formatNumber } from '@/lib/numbers';
import { menuCountTexts, openTodosText, openVogText } from '@/texts/menu-counts';

import classes from './Navigation.module.css';

const most = 99;

const counted = {
  '/leden': 'people',
  '/teams': 'teams',
  '/commissies': 'committees',
  '/tuchtzaken': 'cases',
} as const;

/** How much there is behind an item of the menu. What there is to do stands out from what there is. */
export function MenuCount({ to }: { to: string }) {
  const { data } = useQuery(countersQuery);
  if (data === undefined) return null;
  if (to === '/taken') return data.todos === 0 ? null : <Todos count={data.todos} />;
  if (to === '/vog') return <Certificates asked={data.vog_requested} unasked={data.vog} />;
  if (!(to in counted)) return null;
  const name = counted[to as keyof typeof counted];
  const count = data[name];
  if (count === null || count === 0) return null;
  return (
    <span className={classes.number}>
      <span aria-hidden>{formatNumber(count)}</span>
      <VisuallyHidden>, {menuCountTexts[name](count)}</VisuallyHidden>
    </span>
  );
}

/** Those who have none that counts, and of these for whom the club did not yet request one: that is to be done. */
function Certificates({ unasked, asked }: { unasked: number | null; asked: number | null }) {
  const total = (unasked ?? 0) + (asked ?? 0);
  if (total === 0) return null;
  return (
    <span className={classes.number}>
      <span aria-hidden>
        {formatNumber(unasked ?? 0)}/{formatNumber(total)}
      </span>
      <VisuallyHidden>, {openVogText(unasked ?? 0, total)}</VisuallyHidden>
    </span>
  );
}

function Todos({ count }: { count: number }) {
  return (
    <span className={classes.count}>
      <span aria-hidden>{count > most ? `${most}+` : count}</span>
      <VisuallyHidden>, {openTodosText(count)}</VisuallyHidden>
    </span>
  );
}
