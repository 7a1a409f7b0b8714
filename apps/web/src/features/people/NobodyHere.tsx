import { Button } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';

import { useRouteContext } from '@tanstack/react-router';

import type { PeoplePage } from '@/api/types';
import { Nothing } from '@/components/Nothing';
import { PastEnd } from '@/components/PastEnd';
import { FirstSteps } from '@/features/start/Offers';
import { peopleTexts, toolbarTexts } from '@/texts/people';

import { activeFilters, noFilters } from './filters';
import type { PeopleViewProps } from './view';

interface NobodyHereProps extends PeopleViewProps {
  page: PeoplePage;
}

/** Why the list is empty, and what to do about it. */
export default function NobodyHere({ search, onSearch, page }: NobodyHereProps) {
  const { me } = useRouteContext({ from: '/_signed-in' });
  if (page.total > 0) {
    return <PastEnd onLast={() => onSearch({ page: page.total_pages })} />;
  }
  const searched = search.q.trim() !== '';
  const filtered = activeFilters(search).length > 0;
  if (searched || filtered) {
    return (
      <Nothing
        icon={<IconUserSearch />}
        title={peopleTexts.nothingFoundTitle}
        message={
          searched ? peopleTexts.nothingFoundMessage(search.q) : peopleTexts.nothingFilteredMessage
        }
      >
        {searched && (
          <Button variant="light" onClick={() => onSearch({ q: '' })}>
            {peopleTexts.clearSearch}
          </Button>
        )}
        {filtered && (
          <Button variant="light" onClick={() => onSearch(noFilters)}>
            {toolbarTexts.clearFilters}
          </Button>
        )}
        {search.oudLeden === '' && (
          <Button variant="default" onClick={() => onSearch({ oudLeden: '1' })}>
            {peopleTexts.searchFormerToo}
          </Button>
        )}
      </Nothing>
    );
  }
  return <FirstSteps me={me} />;
}
