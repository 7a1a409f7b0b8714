import { toolbarTexts } from '@/texts/people';

import classes from './FormerSwitch.module.css';
import type { PeopleViewProps } from './view';

/**
 * Shows former members too; the list is wider by it and not narrower. The browser's own box: Mantine's is not worth its weight
 * before the first list.
 */
export function FormerSwitch({ search, onSearch }: PeopleViewProps) {
  return (
    <label className={classes.label}>
      <input
        type="checkbox"
        role="switch"
        className={classes.track}
        checked={search.oudLeden === '1'}
        onChange={({ currentTarget }) => onSearch({ oudLeden: currentTarget.checked ? '1' : '' })}
      />
      {toolbarTexts.withFormer}
    </label>
  );
}
