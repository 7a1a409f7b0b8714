import { useMediaQuery } from '@mantine/hooks';

import type { GroupNames } from '@/api/groups';
import type { PersonRow } from '@/api/types';

import type { ColumnId } from './columns';
import { PeopleCards } from './PeopleCards';
import type { PeopleViewProps } from './PeoplePage';
import { PeopleTable } from './PeopleTable';
import type { Selection } from './use-selection';

export interface PeopleListProps extends PeopleViewProps {
  people: readonly PersonRow[];
  columns: readonly ColumnId[];
  groups: GroupNames | undefined;
  selection: Selection;
}

export function PeopleList(props: PeopleListProps) {
  // Known before the first paint: this page is never rendered on a server.
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  return narrow ? <PeopleCards {...props} /> : <PeopleTable {...props} />;
}
