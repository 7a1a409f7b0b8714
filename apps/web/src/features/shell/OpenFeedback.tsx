import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { openFeedbackQuery } from '@/api/open-feedback';
import { openFeedbackText } from '@/texts/open-feedback';

import classes from './Navigation.module.css';

const most = 99;

/** How much feedback is open, beside the link to it. */
export function OpenFeedback() {
  const { data: count = 0 } = useQuery(openFeedbackQuery);
  if (count === 0) return null;
  return (
    <span className={classes.count}>
      <span aria-hidden>{count > most ? `${most}+` : count}</span>
      <VisuallyHidden>, {openFeedbackText(count)}</VisuallyHidden>
    </span>
  );
}
