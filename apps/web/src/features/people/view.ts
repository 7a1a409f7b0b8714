import type { GroupNames } from '@/api/groups/names';
import type { PersonRow } from '@/api/types';

import type { ColumnId } from './columns';
import type { PeopleSearch } from './search';
import type { Selection } from './use-selection';

/** What every part of the people list looks at, and how it asks for something else. */
export interface PeopleViewProps {
  search: PeopleSearch;
  /** A change of anything but the page goes back to the first page. */
  onSearch: (change: Partial<PeopleSearch>, options?: { replace?: boolean }) => void;
}

/** What the list itself shows, as a table or as cards. */
export interface PeopleListProps extends PeopleViewProps {
  people: readonly PersonRow[];
  columns: readonly ColumnId[];
  groups: GroupNames | undefined;
  selection: Selection;
}
