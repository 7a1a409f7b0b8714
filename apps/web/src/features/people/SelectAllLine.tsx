import { UnstyledButton } from '@mantine/core';

import { selectionTexts } from '@/texts/people-selection';

import classes from './SelectAllLine.module.css';
import type { Selection } from './use-selection';

interface SelectAllLineProps {
  selection: Selection;
  /** How many people stand on the page, and how many the list has. */
  shown: number;
  total: number;
}

/** Says that a page was selected and not the list, and offers the list. */
export function SelectAllLine({ selection, shown, total }: SelectAllLineProps) {
  const offered = selection.shown === shown && total > shown && shown > 0;
  return (
    // There from the start: what comes into it later is read aloud.
    <div role="status" className={classes.line} data-print="never">
      {selection.all ? (
        <>
          {selectionTexts.everybodySelected(selection.count)}{' '}
          <UnstyledButton className={classes.action} onClick={() => selection.only([])}>
            {selectionTexts.clear}
          </UnstyledButton>
        </>
      ) : (
        offered && (
          <>
            {selectionTexts.shownSelected(shown)}{' '}
            <UnstyledButton className={classes.action} onClick={selection.selectAll}>
              {selectionTexts.selectEverybody(total)}
            </UnstyledButton>
          </>
        )
      )}
    </div>
  );
}
