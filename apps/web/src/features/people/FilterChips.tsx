import { UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';

import { filterTexts } from '@/texts/people-filters';

import { activeFilters, noFilters, withFilter } from './filters';
import { describeFilter } from './filter-words';
import classes from './FilterChips.module.css';
import { useFilterNames } from './use-filter-names';
import type { PeopleViewProps } from './view';

/** What the list is narrowed to, each to be taken away. */
export function FilterChips({ search, onSearch }: PeopleViewProps) {
  const names = useFilterNames(search);
  const active = activeFilters(search);
  if (active.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={filterTexts.active}>
      {active.map((id) => {
        const label = describeFilter(id, search, names);
        return (
          <li key={id}>
            <UnstyledButton
              className={classes.chip}
              aria-label={filterTexts.remove(label)}
              onClick={() => onSearch(withFilter(id, ''))}
            >
              <span>{label}</span>
              <IconX size={14} aria-hidden />
            </UnstyledButton>
          </li>
        );
      })}
      <li>
        <UnstyledButton className={classes.clearChips} onClick={() => onSearch(noFilters)}>
          {filterTexts.clear}
        </UnstyledButton>
      </li>
    </ul>
  );
}
