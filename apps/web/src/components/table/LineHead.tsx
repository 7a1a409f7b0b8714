import { Group, NativeSelect } from '@mantine/core';

import { tableTexts as texts } from '@/texts/table';

import classes from './LineHead.module.css';
import { SelectBox } from './SelectBox';
import type { TableSelection, TableSort } from './Table';

export interface SortOption {
  value: string;
  label: string;
}

interface LineHeadProps {
  /** How many rows are shown. */
  shown: number;
  options: SortOption[];
  sort: TableSort;
  selection: Pick<TableSelection<never>, 'shown' | 'toggleShown' | 'labelOfAll'> | undefined;
}

/** Above the lines of a phone: all of them to be selected, and their order. */
export default function LineHead({ shown, options, sort, selection }: LineHeadProps) {
  const { by, descending, onSort } = sort;
  return (
    <Group gap="xs" wrap="nowrap">
      {selection && (
        <div className={classes.all}>
          <SelectBox
            label={selection.labelOfAll}
            checked={selection.shown === shown}
            mixed={selection.shown > 0 && selection.shown < shown}
            onChange={selection.toggleShown}
          />
        </div>
      )}
      <NativeSelect
        flex={1}
        aria-label={texts.sort}
        data={options}
        value={by}
        onChange={({ currentTarget }) => onSort(currentTarget.value, descending)}
      />
      <NativeSelect
        flex={1}
        aria-label={`${texts.ascending} / ${texts.descending}`}
        data={[
          { value: 'asc', label: texts.ascending },
          { value: 'desc', label: texts.descending },
        ]}
        value={descending ? 'desc' : 'asc'}
        onChange={({ currentTarget }) => onSort(by, currentTarget.value === 'desc')}
      />
    </Group>
  );
}
