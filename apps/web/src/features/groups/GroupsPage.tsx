import { Box, Button, Group, NativeSelect, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { groupRowsQuery } from '@/api/groups/queries';
import type { GroupKind } from '@/api/groups/names';
import { LoadFailed } from '@/components/LoadFailed';
import { PageHeader } from '@/components/PageHeader';
import { SearchBox } from '@/components/SearchBox';
import { StaleNotice } from '@/components/StaleNotice';
import { Nothing } from '@/components/Nothing';
import { commonTexts } from '@/texts/common';
import { groupTexts } from '@/texts/groups';

import classes from './Groups.module.css';
import { GroupsTable } from './GroupsTable';
import { findGroups, showsOf } from './filter';
import { readGroupShow } from './choices';
import type { GroupsSearch } from './route';
import { sortGroups } from './sort';
import { lazyPart } from '@/components/lazy-part';
import { Part } from '@/components/Part';

const NewGroupDialog = lazyPart(() => import('./NewGroupDialog'));

interface GroupsPageProps {
  kind: GroupKind;
  search: GroupsSearch;
  onSearch: (change: Partial<GroupsSearch>) => void;
}

/** Every team, or every committee. There are never so many that a search would need the server. */
export function GroupsPage({ kind, search, onSearch }: GroupsPageProps) {
  const texts = groupTexts.kinds[kind];
  const groups = useQuery(groupRowsQuery(kind));
  const [adding, dialog] = useDisclosure();
  const { q, toon, sort, order } = search;
  const found = groups.data && findGroups(groups.data, q, toon);
  const shown = found && sortGroups(found, sort, order === 'desc');

  return (
    <Stack gap="md">
      <PageHeader
        title={texts.title}
        subtitle={shown === undefined ? ' ' : texts.count(shown.length)}
        actions={
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={dialog.open}>
            {texts.add}
          </Button>
        }
      />
      <Group gap="sm" align="flex-start" data-print="never">
        <Box flex="1 1 14rem">
          <SearchBox
            label={texts.search}
            placeholder={texts.searchPlaceholder}
            clearLabel={groupTexts.clearSearch}
            value={q}
            onSearch={(typed) => onSearch({ q: typed })}
          />
        </Box>
        <NativeSelect
          aria-label={groupTexts.show}
          value={toon}
          data={showsOf[kind].map((value) => ({ value, label: texts.shows(value) }))}
          onChange={({ currentTarget }) => onSearch({ toon: readGroupShow(currentTarget.value) })}
        />
      </Group>
      <StaleNotice query={groups} />
      <section className={classes.list} aria-label={texts.title} aria-busy={groups.isFetching}>
        {shown === undefined ? (
          groups.isError ? (
            <LoadFailed
              error={groups.error}
              retrying={groups.isFetching}
              onRetry={() => void groups.refetch()}
            />
          ) : (
            <ListSkeleton />
          )
        ) : shown.length > 0 ? (
          <GroupsTable kind={kind} groups={shown} search={search} onSearch={onSearch} />
        ) : groups.data?.length === 0 ? (
          <Nothing
            icon={<IconUsersGroup />}
            title={texts.emptyTitle}
            message={texts.emptyMessage}
          />
        ) : (
          <Nothing
            icon={<IconUsersGroup />}
            title={groupTexts.nothingFoundTitle}
            message={q === '' ? undefined : texts.nothingFound(q)}
          >
            <Button variant="light" onClick={() => onSearch({ q: '', toon: '' })}>
              {groupTexts.clearSearch}
            </Button>
          </Nothing>
        )}
      </section>
      <Part onGiveUp={dialog.close}>
        {adding && <NewGroupDialog kind={kind} onClose={dialog.close} />}
      </Part>
    </Stack>
  );
}

function ListSkeleton() {
  return (
    <div role="status">
      <VisuallyHidden>{commonTexts.loading}</VisuallyHidden>
      {Array.from({ length: 10 }, (_, index) => (
        <div key={index} className={classes.skeletonRow}>
          <Skeleton height={22} width={`${30 + (index % 4) * 8}%`} />
        </div>
      ))}
    </div>
  );
}
