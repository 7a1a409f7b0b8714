import { Button, Checkbox, Popover, Stack } from '@mantine/core';

import { peopleTexts } from '@/texts/people';

import { ColumnButton } from './ColumnButton';
import { chosenColumns, columnIds, defaultColumns } from './columns';
import type { PeopleViewProps } from './PeoplePage';

/** Which columns the list has; open as soon as it is there, as it is only loaded when somebody asks for it. */
export default function ColumnChoice({ search, onSearch }: PeopleViewProps) {
  const choose = (ids: readonly string[]) =>
    onSearch({ kolommen: chosenColumns(ids), page: search.page }, { replace: true });
  return (
    <Popover position="bottom-end" trapFocus returnFocus withRoles defaultOpened>
      <Popover.Target>
        <ColumnButton />
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Checkbox.Group
            value={search.kolommen}
            onChange={choose}
            aria-label={peopleTexts.columns}
          >
            <Stack gap="xs">
              {columnIds.map((id) => (
                <Checkbox key={id} value={id} label={peopleTexts.columnNames[id]} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Button variant="subtle" size="xs" onClick={() => choose(defaultColumns)}>
            {peopleTexts.columnsReset}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
