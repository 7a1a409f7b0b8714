import { Switch } from '@mantine/core';

import { filterTexts } from '@/texts/people-filters';

import type { PeopleViewProps } from './view';

/** Shows former members too; the list is wider by it and not narrower. */
export function FormerSwitch({ search, onSearch }: PeopleViewProps) {
  return (
    <Switch
      size="sm"
      label={filterTexts.withFormer}
      checked={search.oudLeden === '1'}
      onChange={({ currentTarget }) => onSearch({ oudLeden: currentTarget.checked ? '1' : '' })}
    />
  );
}
