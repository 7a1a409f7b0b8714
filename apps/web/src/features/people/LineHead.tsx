import type { PersonRow } from '@/api/types';
import LineHead from '@/components/table/LineHead';
import { peopleTexts } from '@/texts/people';
import { selectionTexts } from '@/texts/people-selection';

import { isNameSort, readSort, sortIds } from './columns';
import type { Selection } from './use-selection';
import type { PeopleViewProps } from './view';

interface PeopleLineHeadProps extends PeopleViewProps {
  people: readonly PersonRow[];
  selection: Selection;
}

const options = sortIds.map((id) => ({
  value: id,
  label: isNameSort(id) ? peopleTexts.nameSorts[id] : peopleTexts.columnNames[id],
}));

/** Above the lines of a phone: everybody, and their order, also by columns that are not shown. */
export default function PeopleLineHead(props: PeopleLineHeadProps) {
  const { search, onSearch, people, selection } = props;
  return (
    <LineHead
      shown={people.length}
      options={options}
      sort={{
        by: search.sort,
        descending: search.order === 'desc',
        onSort: (by, descending) =>
          onSearch({ sort: readSort(by), order: descending ? 'desc' : 'asc' }),
      }}
      selection={{ ...selection, labelOfAll: selectionTexts.selectAll }}
    />
  );
}
