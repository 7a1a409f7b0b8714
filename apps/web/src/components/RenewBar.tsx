import { commonTexts } from '@/texts/common';

import classes from './RenewBar.module.css';

/** Another list was asked for; the one of before stays until it comes. */
export function RenewBar() {
  return (
    <div
      role="progressbar"
      className={classes.bar}
      aria-label={commonTexts.loading}
      data-print="never"
    />
  );
}
