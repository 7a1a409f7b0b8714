import { Button, Progress, Stack } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconUserPlus } from '@tabler/icons-react';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';

import { type PeopleQuery, peopleQuery } from '@/api/people';
import type { PeoplePage as Page } from '@/api/types';
import { LoadFailed } from '@/components/LoadFailed';
import { PageHeader } from '@/components/PageHeader';
import { commonTexts } from '@/texts/common';
import { peopleTexts } from '@/texts/people';

import { NobodyHere } from './NobodyHere';
import classes from './People.module.css';
import { PeopleCards } from './PeopleCards';
import { PeoplePagination } from './PeoplePagination';
import { PeopleSkeleton } from './PeopleSkeleton';
import { PeopleTable } from './PeopleTable';
import { PeopleToolbar } from './PeopleToolbar';
import { type PeopleSearch, toPeopleQuery } from './search';

// Forms are half of Mantine: they come when someone asks for one.
const NewPersonDialog = lazy(() => import('./NewPersonDialog'));

export interface PeopleViewProps {
  search: PeopleSearch;
  /** A change of anything but the page goes back to the first page. */
  onSearch: (change: Partial<PeopleSearch>, options?: { replace?: boolean }) => void;
}

export function PeoplePage({ search, onSearch }: PeopleViewProps) {
  const query = toPeopleQuery(search);
  const people = useQuery(peopleQuery(query));
  const [adding, dialog] = useDisclosure();

  return (
    <Stack gap="md">
      <PageHeader
        title={peopleTexts.title}
        subtitle={people.data === undefined ? ' ' : peopleTexts.count(people.data.total)}
        actions={
          <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={dialog.open}>
            {peopleTexts.add}
          </Button>
        }
      />
      <PeopleToolbar search={search} onSearch={onSearch} />
      <section
        className={classes.list}
        aria-label={peopleTexts.title}
        aria-busy={people.isFetching}
      >
        {people.isPlaceholderData && (
          <Progress
            value={100}
            animated
            size={3}
            className={classes.progress}
            aria-label={commonTexts.loading}
          />
        )}
        {people.isError ? (
          <LoadFailed
            error={people.error}
            retrying={people.isFetching}
            onRetry={() => void people.refetch()}
          />
        ) : people.data === undefined ? (
          <PeopleSkeleton columns={search.kolommen} />
        ) : people.data.people.length === 0 ? (
          <NobodyHere search={search} onSearch={onSearch} page={people.data} />
        ) : (
          <PeopleList search={search} onSearch={onSearch} page={people.data} />
        )}
      </section>
      {people.data !== undefined && people.data.people.length > 0 && (
        <PeoplePagination search={search} onSearch={onSearch} total={people.data.total} />
      )}
      {people.data !== undefined && !people.isPlaceholderData && (
        <PrefetchNextPage query={query} shown={people.data} />
      )}
      <Suspense>{adding && <NewPersonDialog onClose={dialog.close} />}</Suspense>
    </Stack>
  );
}

function PeopleList(props: PeopleViewProps & { page: Page }) {
  // Known before the first paint: this page is never rendered on a server.
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  return narrow ? <PeopleCards {...props} /> : <PeopleTable {...props} />;
}

/** The next page is asked for as soon as this one stands, so that leafing through is instant. */
function PrefetchNextPage({ query, shown }: { query: PeopleQuery; shown: Page }) {
  return shown.page < shown.total_pages ? (
    <Prefetch query={{ ...query, page: shown.page + 1 }} />
  ) : null;
}

function Prefetch({ query }: { query: PeopleQuery }) {
  usePrefetchQuery(peopleQuery(query));
  return null;
}
