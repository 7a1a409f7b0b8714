import { Alert, Button, Drawer, Group, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { filterOptionsQuery } from '@/api/people/queries';
import { useReturnFocus } from '@/components/use-return-focus';
import { toolbarTexts } from '@/texts/people';
import { commonTexts } from '@/texts/common';
import { countPeople } from '@/texts/people';
import { filterTexts } from '@/texts/people-filters';

import { FilterField } from './FilterField';
import { filterGroups, usualFilters } from './filter-groups';
import { activeFilters, type FilterId, filterIds, isFlag, noFilters, withFilter } from './filters';
import { isPreset, type PresetId, presets, withPreset } from './presets';
import classes from './FilterDrawer.module.css';
import { useFilterNames } from './use-filter-names';
import type { PeopleViewProps } from './view';

interface FilterDrawerProps extends PeopleViewProps {
  total: number | undefined;
  onClose: () => void;
}

/** Everything that the list can be narrowed to. The list behind it follows at once. */
export default function FilterDrawer({ search, onSearch, total, onClose }: FilterDrawerProps) {
  useReturnFocus();
  const options = useQuery(filterOptionsQuery(search.oudLeden));
  const names = useFilterNames(search);
  const [added, setAdded] = useState<readonly FilterId[]>([]);
  const active = activeFilters(search);
  const shown = (id: FilterId) =>
    usualFilters.includes(id) || active.includes(id) || added.includes(id);
  const { fields, focusOn } = useFocusOnField();
  const add = (id: FilterId) => {
    setAdded((before) => [...before, id]);
    if (isFlag(id)) onSearch(withFilter(id, '1'));
    focusOn(id);
  };
  return (
    <Drawer.Root opened onClose={onClose} position="right" size="25rem">
      <Drawer.Overlay backgroundOpacity={0.25} />
      <Drawer.Content classNames={{ content: classes.drawer }}>
        <Drawer.Header role="none">
          <Drawer.Title component="h2" fw={600}>
            {filterTexts.title}
          </Drawer.Title>
          <Drawer.CloseButton aria-label={commonTexts.close} />
        </Drawer.Header>
        <Drawer.Body className={classes.body}>
          <Stack gap="xl" ref={fields}>
            <Presets search={search} onSearch={onSearch} />
            {options.isError && <Alert color="red">{filterTexts.optionsFailed}</Alert>}
            {filterGroups.map(({ id: group, filters }) => {
              const here = filters.filter(shown);
              return (
                here.length > 0 && (
                  <fieldset key={group} className={classes.group}>
                    <legend>{filterTexts.groups[group]}</legend>
                    <Stack gap="sm">
                      {here.map((id) => (
                        <div key={id} data-filter={id}>
                          <FilterField
                            id={id}
                            search={search}
                            onSearch={onSearch}
                            options={options.data}
                            names={names}
                          />
                        </div>
                      ))}
                    </Stack>
                  </fieldset>
                )
              );
            })}
            <Select
              label={filterTexts.add}
              placeholder={filterTexts.addPlaceholder}
              nothingFoundMessage={filterTexts.addNothing}
              searchable
              selectFirstOptionOnChange
              maxDropdownHeight={320}
              value={null}
              data={filterGroups
                .map(({ id: group, filters }) => ({
                  group: filterTexts.groups[group],
                  items: filters
                    .filter((id) => !shown(id))
                    .map((id) => ({ value: id, label: filterTexts.names[id] })),
                }))
                .filter(({ items }) => items.length > 0)}
              onChange={(value) => {
                const id = filterIds.find((one) => one === value);
                if (id !== undefined) add(id);
              }}
            />
          </Stack>
        </Drawer.Body>
        <Group className={classes.foot} justify="space-between" wrap="nowrap">
          <Button
            variant="subtle"
            disabled={active.length === 0}
            onClick={() => onSearch(noFilters)}
          >
            {toolbarTexts.clearFilters}
          </Button>
          <Button onClick={onClose} aria-live="polite">
            {total === undefined ? commonTexts.close : filterTexts.show(countPeople(total))}
          </Button>
        </Group>
      </Drawer.Content>
    </Drawer.Root>
  );
}

const isPresetId = (id: string): id is PresetId => Object.hasOwn(presets, id);

/** The lists that volunteers ask for every week, in one click. */
function Presets({ search, onSearch }: PeopleViewProps) {
  return (
    <fieldset className={classes.group}>
      <legend>{filterTexts.presets}</legend>
      <Group gap="xs">
        {Object.keys(presets)
          .filter(isPresetId)
          .map((id) => {
            const chosen = isPreset(search, id);
            return (
              <Button
                key={id}
                size="compact-sm"
                radius="xl"
                variant={chosen ? 'filled' : 'default'}
                aria-pressed={chosen}
                onClick={() => onSearch(chosen ? { ...noFilters, oudLeden: '' } : withPreset(id))}
              >
                {filterTexts.presetNames[id]}
              </Button>
            );
          })}
      </Group>
    </fieldset>
  );
}

/** Puts the focus into a field once it is there. */
function useFocusOnField() {
  const fields = useRef<HTMLDivElement>(null);
  const [wanted, focusOn] = useState<FilterId>();
  useEffect(() => {
    if (wanted === undefined) return;
    fields.current
      ?.querySelector<HTMLElement>(`[data-filter="${wanted}"] :is(input, select)`)
      ?.focus();
  }, [wanted]);
  return { fields, focusOn };
}
