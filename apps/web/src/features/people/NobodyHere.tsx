import { Button, EmptyState, Stack } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';

import type { PeoplePage } from '@/api/types';
import { peopleTexts } from '@/texts/people';

import type { PeopleViewProps } from './PeoplePage';

interface NobodyHereProps extends PeopleViewProps {
  page: PeoplePage;
}

/** Why the list is empty, and what to do about it. */
export function NobodyHere({ search, onSearch, page }: NobodyHereProps) {
  if (page.total > 0) {
    const lastPage = Math.ceil(page.total / search.aantal);
    return (
      <EmptyState
        py={56}
        icon={<IconUserSearch />}
        title={peopleTexts.beyondEndTitle}
        description={peopleTexts.beyondEndMessage}
      >
        <EmptyState.Actions>
          <Button variant="light" onClick={() => onSearch({ page: lastPage })}>
            {peopleTexts.toLastPage}
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    );
  }
  if (search.zoek.trim() !== '') {
    return (
      <EmptyState
        py={56}
        icon={<IconUserSearch />}
        title={peopleTexts.nothingFoundTitle}
        description={
          <Stack gap={4} component="span">
            <span>{peopleTexts.nothingFoundMessage(search.zoek)}</span>
            {search.oudLeden === 0 && <span>{peopleTexts.nothingFoundHint}</span>}
          </Stack>
        }
      >
        <EmptyState.Actions>
          <Button variant="light" onClick={() => onSearch({ zoek: '' })}>
            {peopleTexts.clearSearch}
          </Button>
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
