import { Group, NativeSelect } from '@mantine/core';

import type { PersonRow } from '@/api/types';
import { SelectBox } from '@/components/table/SelectBox';
import { peopleTexts } from '@/texts/people';
import { selectionTexts } from '@/texts/people-selection';

import { isNameSort, sortIds } from './columns';
import type { Selection } from './use-selection';
import type { PeopleViewProps } from './view';

interface LineHeadProps extends PeopleViewProps {
  people: readonly PersonRow[];
  selection: Selection;
}

/** Above the lines of a phone: everybody, and their order. */
export default function LineHead({ search, onSearch, people, selection }: LineHeadProps) {
  const options = sortIds.map((id) => ({
    value: id,
    label: isNameSort(id) ? peopleTexts.nameSorts[id] : peopleTexts.columnNames[id],
  }));
  return (
    <Group gap="xs" wrap="nowrap">
      <SelectBox
        label={selectionTexts.selectAll}
        checked={selection.shown === people.length}
        mixed={selection.shown > 0 && selection.shown < people.length}
        onChange={selection.toggleShown}
      />
      <NativeSelect
        flex={1}
        aria-label={peopleTexts.sort}
        data={options}
        value={search.sort}
        onChange={({ currentTarget }) => {
          const sort = sortIds.find((id) => id === currentTarget.value);
          if (sort !== undefined) onSearch({ sort });
        }}
      />
      <NativeSelect
        flex={1}
        aria-label={`${peopleTexts.ascending} / ${peopleTexts.descending}`}
        data={[
          { value: 'asc', label: peopleTexts.ascending },
          { value: 'desc', label: peopleTexts.descending },
        ]}
        value={search.order}
        onChange={({ currentTarget }) =>
          onSearch({ order: currentTarget.value === 'desc' ? 'desc' : 'asc' })
        }
      />
    </Group>
  );
}
