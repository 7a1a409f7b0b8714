import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { openTodosQuery } from '@/api/open-todos';
import { useIsIdle } from '@/components/use-is-idle';
import { shellTexts } from '@/texts/shell';

import classes from './Navigation.module.css';

const most = 99;

/** How much there is to do, beside the link to it. It is asked for when the page has come to rest. */
export function OpenTodos() {
  const idle = useIsIdle();
  const { data: count = 0 } = useQuery({ ...openTodosQuery, enabled: idle });
  if (count === 0) return null;
  return (
    <span className={classes.count}>
      <span aria-hidden>{count > most ? `${most}+` : count}</span>
      <VisuallyHidden>, {shellTexts.openTodos(count)}</VisuallyHidden>
    </span>
  );
}
