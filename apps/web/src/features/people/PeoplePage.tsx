import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { useGroupNames } from '@/api/groups/names';
import { peopleQuery } from '@/api/people/queries';
import { preload } from '@/api/preload';
import { usePreferences, useSavePreferences } from '@/api/preferences';
import { FrameIcon } from '@/components/icons/FrameIcon';
import { LoadFailed } from '@/components/LoadFailed';
import { RenewBar } from '@/components/RenewBar';
import { StaleNotice } from '@/components/StaleNotice';
import { PageHeader } from '@/components/PageHeader';
import { useIsIdle } from '@/components/use-is-idle';
import type { Widths } from '@/components/table/layout';
import { peopleTexts } from '@/texts/people';

import { activeFilters } from './filters';
import classes from './PeoplePage.module.css';
import { PeopleList } from './PeopleList';
import { PeopleSkeleton } from './PeopleSkeleton';
import { PeopleToolbar } from './PeopleToolbar';
import { useRememberList } from './last-list';
import { SelectAllLine } from './SelectAllLine';
import { type PeopleSearch, toFilter, toPeopleQuery } from './search';
import { useColumns } from './use-columns';
import { useSelection } from './use-selection';
import type { PeopleViewProps } from './view';
import { lazyPart } from '@/components/lazy-part';
import { Part } from '@/components/Part';

// Forms are half of Mantine: they come when someone asks for one, and the pages below the list when the list is there.
const NewPersonDialog = lazyPart(() => import('./NewPersonDialog'));
const NobodyHere = lazyPart(() => import('./NobodyHere'));
const PeoplePagination = lazyPart(() => import('./PeoplePagination'));
const FilterChips = lazyPart(() => import('./FilterChips'));
const BulkBar = lazyPart(() => import('./bulk/BulkBar'));

export function PeoplePage({ search, onSearch }: PeopleViewProps) {
  const query = toPeopleQuery(search);
  const people = useQuery(peopleQuery(query));
  const rows = people.data?.people ?? [];
  const preferences = usePreferences();
  const save = useSavePreferences();
  const columns = useColumns(search);
  // Asked beside the list and not after it: the names are there when the rows are.
  const groups = useGroupNames(columns.includes('team'));
  const selection = useSelection(rows, toFilter(search), people.data?.total ?? 0);
  useRememberList(search, people.data);
  const preloadPage = usePreloadPage(search, people.data?.total_pages ?? 0);
  const isIdle = useIsIdle();
  const [adding, dialog] = useDisclosure();

  return (
    <Stack gap="md" data-wide>
      <PageHeader
        title={peopleTexts.title}
        subtitle={people.data === undefined ? ' ' : peopleTexts.count(people.data.total)}
        actions={
          <Button leftSection={<FrameIcon name="user-plus" size={18} />} onClick={dialog.open}>
            {peopleTexts.add}
          </Button>
        }
      />
      <Stack gap="sm" data-print="never">
        <PeopleToolbar
          search={search}
          onSearch={onSearch}
          columns={columns}
          total={people.data?.total}
        />
        {activeFilters(search).length > 0 && (
          <Part fallback={<div className={classes.chips} />}>
            <FilterChips search={search} onSearch={onSearch} />
          </Part>
        )}
      </Stack>
      <StaleNotice query={people} />
      <section
        className={classes.list}
        aria-label={peopleTexts.title}
        aria-busy={people.isFetching}
      >
        <SelectAllLine selection={selection} shown={rows.length} total={people.data?.total ?? 0} />
        {people.isPlaceholderData && <RenewBar />}
        {people.data === undefined ? (
          people.isError ? (
            <LoadFailed
              error={people.error}
              retrying={people.isFetching}
              onRetry={() => void people.refetch()}
            />
          ) : (
            <PeopleSkeleton columns={columns} />
          )
        ) : rows.length === 0 ? (
          <Part>
            <NobodyHere search={search} onSearch={onSearch} page={people.data} />
          </Part>
        ) : (
          <PeopleList
            search={search}
            onSearch={onSearch}
            people={rows}
            columns={columns}
            groups={groups}
            selection={selection}
            density={preferences.density}
            widths={preferences.people.widths}
            onWidth={(column, width) =>
              save({ people: { widths: withWidth(preferences.people.widths, column, width) } })
            }
          />
        )}
      </section>
      {people.data !== undefined && rows.length > 0 && (
        <div className={classes.pages}>
          <Part>
            {isIdle && (
              <PeoplePagination
                search={search}
                onSearch={onSearch}
                total={people.data.total}
                onIntent={preloadPage}
              />
            )}
          </Part>
        </div>
      )}
      <Part onGiveUp={() => selection.only([])}>
        {selection.count > 0 && <BulkBar selection={selection} search={search} columns={columns} />}
      </Part>
      <Part onGiveUp={dialog.close}>{adding && <NewPersonDialog onClose={dialog.close} />}</Part>
    </Stack>
  );
}

/** Asks for the next page when somebody reaches for it, so that leafing through is instant. */
function usePreloadPage(search: PeopleSearch, pages: number) {
  const queryClient = useQueryClient();
  return () => {
    if (search.page >= pages) return;
    preload(queryClient, peopleQuery(toPeopleQuery({ ...search, page: search.page + 1 })));
  };
}

/** The widths with another one; undefined takes it away. */
function withWidth(widths: Widths, column: string, width: number | undefined) {
  const others = Object.fromEntries(Object.entries(widths).filter(([id]) => id !== column));
  return width === undefined ? others : { ...others, [column]: width };
}
