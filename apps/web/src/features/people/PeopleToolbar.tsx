import { Group } from '@mantine/core';

import { OnDemand } from '@/components/OnDemand';
import { SearchBox } from '@/components/SearchBox';
import { peopleTexts } from '@/texts/people';

import { ColumnButton } from './ColumnButton';
import type { ColumnId } from './columns';
import { ExportButton } from './ExportButton';
import { FilterButton } from './FilterButton';
import { FormerSwitch } from './FormerSwitch';
import classes from './PeopleToolbar.module.css';
import type { PeopleViewProps } from './view';
import { lazyPart } from '@/components/lazy-part';
import { ViewsMenu } from './ViewsMenu';

const PeopleColumns = lazyPart(() => import('./PeopleColumns'));
const ExportMenu = lazyPart(() => import('./ExportMenu'));

interface PeopleToolbarProps extends PeopleViewProps {
  columns: readonly ColumnId[];
  /** How many people the list has; unknown while it loads. */
  total: number | undefined;
}

export function PeopleToolbar({ search, onSearch, columns, total }: PeopleToolbarProps) {
  return (
    <Group gap="sm" className={classes.toolbar}>
      <SearchBox
        className={classes.search}
        label={peopleTexts.search}
        placeholder={peopleTexts.searchPlaceholder}
        clearLabel={peopleTexts.clearSearch}
        value={search.q}
        // Every pause in typing would otherwise be a step for the back button.
        onSearch={(q) => onSearch({ q }, { replace: true })}
      />
      <FormerSwitch search={search} onSearch={onSearch} />
      <FilterButton search={search} onSearch={onSearch} total={total} />
      <ViewsMenu search={search} onSearch={onSearch} columns={columns} />
      <Group gap="sm" className={classes.tools}>
        <OnDemand placeholder={(ask) => <ColumnButton onClick={ask} />}>
          <PeopleColumns search={search} />
        </OnDemand>
        <OnDemand placeholder={(ask) => <ExportButton disabled={!total} onClick={ask} />}>
          <ExportMenu search={search} columns={columns} total={total ?? 0} />
        </OnDemand>
      </Group>
    </Group>
  );
}
