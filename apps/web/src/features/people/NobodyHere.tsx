import { Button, EmptyState } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';

import type { PeoplePage } from '@/api/types';
import { peopleTexts } from '@/texts/people';
import { filterTexts } from '@/texts/people-filters';

import { activeFilters, noFilters } from './filters';
import type { PeopleViewProps } from './view';

interface NobodyHereProps extends PeopleViewProps {
  page: PeoplePage;
}

/** Why the list is empty, and what to do about it. */
export function NobodyHere({ search, onSearch, page }: NobodyHereProps) {
  if (page.total > 0) {
    return (
      <EmptyState
        py={56}
        icon={<IconUserSearch />}
        title={peopleTexts.beyondEndTitle}
        description={peopleTexts.beyondEndMessage}
      >
        <EmptyState.Actions>
          <Button variant="light" onClick={() => onSearch({ page: page.total_pages })}>
            {peopleTexts.toLastPage}
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    );
  }
  const searched = search.q.trim() !== '';
  const filtered = activeFilters(search).length > 0;
  if (searched || filtered) {
    return (
      <EmptyState
        py={56}
        icon={<IconUserSearch />}
        title={peopleTexts.nothingFoundTitle}
        description={
          searched ? peopleTexts.nothingFoundMessage(search.q) : peopleTexts.nothingFilteredMessage
        }
      >
        <EmptyState.Actions>
          {searched && (
            <Button variant="light" onClick={() => onSearch({ q: '' })}>
              {peopleTexts.clearSearch}
            </Button>
          )}
          {filtered && (
            <Button variant="light" onClick={() => onSearch(noFilters)}>
              {filterTexts.clear}
            </Button>
          )}
          {search.oudLeden === '' && (
            <Button variant="default" onClick={() => onSearch({ oudLeden: '1' })}>
              {peopleTexts.searchFormerToo}
            </Button>
          )}
        </EmptyState.Actions>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      py={56}
      icon={<IconUserSearch />}
      title={peopleTexts.emptyTitle}
      description={peopleTexts.emptyMessage}
    />
  );
}
