import { Alert, Button, Checkbox, Drawer, Group, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { filterOptionsQuery } from '@/api/people/queries';
import type { FilterOptions } from '@/api/types';
import { useReturnFocus } from '@/components/use-return-focus';
import { formatNumber } from '@/lib/numbers';
import { commonTexts } from '@/texts/common';
import { countPeople } from '@/texts/people';
import { filterTexts } from '@/texts/people-filters';

import { BirthYears } from './BirthYears';
import { activeFilters, type FilterId, type Filters, noFilters, withFilter } from './filters';
import classes from './FilterDrawer.module.css';
import type { PeopleViewProps } from './view';

interface FilterDrawerProps extends PeopleViewProps {
  total: number | undefined;
  onClose: () => void;
}

/** Everything that the list can be narrowed to. The list behind it follows at once. */
export default function FilterDrawer({ search, onSearch, total, onClose }: FilterDrawerProps) {
  useReturnFocus();
  const options = useQuery(filterOptionsQuery(search.oudLeden));
  const set = (id: FilterId) => (value: string) => onSearch(withFilter(id, value));
  const select = (id: FilterId, values: Choices) => (
    <FilterSelect id={id} value={search[id]} values={values} onChange={set(id)} />
  );
  const check = (id: FilterId) => (
    <Checkbox
      label={filterTexts.names[id]}
      checked={search[id] === '1'}
      onChange={({ currentTarget }) => set(id)(currentTarget.checked ? '1' : '')}
    />
  );
  const { groups, values } = filterTexts;
  return (
    <Drawer.Root opened onClose={onClose} position="right" size="24rem">
      <Drawer.Overlay backgroundOpacity={0.25} />
      <Drawer.Content classNames={{ content: classes.drawer }}>
        <Drawer.Header role="none">
          <Drawer.Title component="h2" fw={600}>
            {filterTexts.title}
          </Drawer.Title>
          <Drawer.CloseButton aria-label={commonTexts.close} />
        </Drawer.Header>
        <Drawer.Body className={classes.body}>
          <Stack gap="xl">
            <FilterGroup title={groups.membership}>
              {options.isError && <Alert color="red">{filterTexts.optionsFailed}</Alert>}
              {select('typeLid', counted(options.data?.member_types, search.typeLid))}
              {select('leeftijdsgroep', counted(options.data?.age_groups, search.leeftijdsgroep))}
              {check('oudLeden')}
              {check('lidTot')}
            </FilterGroup>
            <FilterGroup title={groups.birth}>
              <BirthYears
                value={search.birthYear}
                onChange={(value) => onSearch(withFilter('birthYear', value), { replace: true })}
              />
              {select('birthMonth', Object.entries(values.birthMonth))}
            </FilterGroup>
            <FilterGroup title={groups.volunteer}>
              {select('vrijwilliger', yesOrNo)}
              {select('blokkade', yesOrNo)}
            </FilterGroup>
            <FilterGroup title={groups.vog}>
              {check('vogMissing')}
              {select('vogOuder', Object.entries(values.vogOuder))}
              {select('vogVerloopt', Object.entries(values.vogVerloopt))}
              {select('vogType', Object.entries(values.vogType))}
              {select('vogMail', Object.entries(values.sent))}
              {select('vogJustis', Object.entries(values.submitted))}
              {select('vogHerinnering', Object.entries(values.sent))}
            </FilterGroup>
            <FilterGroup title={groups.record}>
              {check('fotoMissing')}
              {select('modified', Object.entries(values.modified))}
              {select('eigenaar', Object.entries(values.eigenaar))}
            </FilterGroup>
          </Stack>
        </Drawer.Body>
        <Group className={classes.foot} justify="space-between" wrap="nowrap">
          <Button
            variant="subtle"
            disabled={activeFilters(search).length === 0}
            onClick={() => onSearch(noFilters)}
          >
            {filterTexts.clear}
          </Button>
          <Button onClick={onClose} aria-live="polite">
            {total === undefined ? commonTexts.close : filterTexts.show(countPeople(total))}
          </Button>
        </Group>
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** A value of the address, and how people read it. */
type Choices = readonly (readonly [value: string, label: string])[];

const yesOrNo: Choices = [
  ['1', filterTexts.yes],
  ['0', filterTexts.no],
];

/** The values that there are, with how many people have each; one of the address stays, also when nobody has it. */
function counted(options: FilterOptions['member_types'] = [], chosen: string): Choices {
  const choices: Choices = options.map(({ value, count }) => [
    value,
    filterTexts.counted(value, formatNumber(count)),
  ]);
  const missing = chosen !== '' && !options.some(({ value }) => value === chosen);
  return missing ? [[chosen, chosen], ...choices] : choices;
}

function FilterGroup({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend>{title}</legend>
      <Stack gap="sm">{children}</Stack>
    </fieldset>
  );
}

interface FilterSelectProps {
  id: FilterId;
  value: Filters[FilterId];
  values: Choices;
  onChange: (value: string) => void;
}

function FilterSelect({ id, value, values, onChange }: FilterSelectProps) {
  // A value of the address that stands on no list, such as 45 days.
  const known = value === '' || values.some(([one]) => one === value);
  const all = known ? values : [...values, [value, filterTexts.chips[id](value)] as const];
  return (
    <NativeSelect
      label={filterTexts.names[id]}
      value={value}
      data={[
        { value: '', label: filterTexts.any },
        ...all.map(([one, label]) => ({ value: one, label })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
