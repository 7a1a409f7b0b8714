import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { openTodosQuery } from '@/api/open-todos';
import { openTodosText } from '@/texts/open-todos';

import classes from './Navigation.module.css';

const most = 99;

/** How much there is to do, beside the link to it. */
export function OpenTodos() {
  const { data: count = 0 } = useQuery(openTodosQuery);
  if (count === 0) return null;
  return (
    <span className={classes.count}>
      <span aria-hidden>{count > most ? `${most}+` : count}</span>
      <VisuallyHidden>, {openTodosText(count)}</VisuallyHidden>
    </span>
  );
}
