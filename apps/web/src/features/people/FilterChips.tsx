import { UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';

import { toolbarTexts } from '@/texts/people';
import { filterTexts } from '@/texts/people-filters';

import { activeFilters, noFilters, withFilter } from './filters';
import { describeFilter } from './filter-words';
import classes from './FilterChips.module.css';
import { useFilterNames } from './use-filter-names';
import type { PeopleViewProps } from './view';

/** What the list is narrowed to, each to be taken away. */
export default function FilterChips({ search, onSearch }: PeopleViewProps) {
  const names = useFilterNames(search);
  const active = activeFilters(search);
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
          {toolbarTexts.clearFilters}
        </UnstyledButton>
      </li>
    </ul>
  );
}
