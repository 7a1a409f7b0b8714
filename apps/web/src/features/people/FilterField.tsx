import { Checkbox, MultiSelect, NativeSelect } from '@mantine/core';

import type { FilterOptions } from '@/api/types';
import { formatNumber } from '@/lib/numbers';
import { filterTexts } from '@/texts/people-filters';

import { nameOf, type Names } from './filter-words';
import { type FilterId, type SeveralId, valuesOf, withFilter, written } from './filters';
import { Ages, BirthYears, Period } from './Span';
import type { PeopleViewProps } from './view';

interface FilterFieldProps extends PeopleViewProps {
  id: FilterId;
  /** What there is to choose; unknown while it is asked for. */
  options: FilterOptions | undefined;
  names: Names;
}

/** What somebody chooses a filter with. */
export function FilterField({ id, search, onSearch, options, names }: FilterFieldProps) {
  const set = (value: string) => onSearch(withFilter(id, value));
  const select = (one: SingleId, values: Choices) => (
    <FilterSelect id={one} value={search[one]} values={values} onChange={set} />
  );
  const { values } = filterTexts;
  switch (id) {
    case 'team':
    case 'commissie':
    case 'functie':
    case 'typeLid':
    case 'leeftijdsgroep':
    case 'geslacht':
    case 'woonplaats':
    case 'label':
    case 'labelAlle':
    case 'labelZonder': {
      const chosen = valuesOf(id, search);
      const choices = choicesOf(id, chosen, options, names);
      const counts = new Map(choices.map(({ value, count }) => [value, count]));
      return (
        <MultiSelect
          label={filterTexts.names[id]}
          placeholder={chosen.length === 0 ? filterTexts.any : undefined}
          nothingFoundMessage={filterTexts.nothing}
          data={choices}
          value={chosen}
          onChange={(next) => set(written(id, next))}
          searchable
          clearable
          hidePickedOptions
          limit={200}
          maxDropdownHeight={280}
          comboboxProps={{ withinPortal: false, keepMounted: false }}
          renderOption={({ option }) => counted(option.label, counts.get(option.value))}
        />
      );
    }
    case 'leeftijd':
      return (
        <Ages
          value={search.leeftijd}
          onChange={(value) => onSearch(withFilter(id, value), { replace: true })}
        />
      );
    case 'birthYear':
      return (
        <BirthYears
          value={search.birthYear}
          onChange={(value) => onSearch(withFilter(id, value), { replace: true })}
        />
      );
    case 'lidSinds':
    case 'lidTotDag':
      return (
        <Period
          labels={filterTexts.periods[id]}
          value={search[id]}
          onChange={(value) =>
            onSearch(
              {
                ...withFilter(id, value),
                ...withFilter(id === 'lidSinds' ? 'nieuw' : 'gestopt', ''),
              },
              { replace: true },
            )
          }
        />
      );
    case 'birthMonth':
    case 'vogOuder':
    case 'vogVerloopt':
    case 'vogType':
    case 'modified':
    case 'eigenaar':
      return select(id, Object.entries(values[id]));
    case 'vogMail':
    case 'vogHerinnering':
      return select(id, Object.entries(values.sent));
    case 'vogJustis':
      return select(id, Object.entries(values.submitted));
    case 'vrijwilliger':
    case 'blokkade':
    case 'ouder':
    case 'overleden':
    case 'vogNodig':
      return select(id, yesOrNo);
    default:
      return (
        <Checkbox
          label={filterTexts.names[id]}
          checked={search[id] === '1'}
          onChange={({ currentTarget }) => {
            const { checked } = currentTarget;
            const days = id === 'nieuw' ? 'lidSinds' : id === 'gestopt' ? 'lidTotDag' : undefined;
            onSearch({
              ...withFilter(id, checked ? '1' : ''),
              ...(checked && days !== undefined && withFilter(days, '')),
            });
          }}
        />
      );
  }
}

interface Choice {
  value: string;
  label: string;
  /** How many people have it; unknown for one that is chosen and that nobody has. */
  count?: number;
}

const counted = (label: string, count: number | undefined) =>
  count === undefined ? label : filterTexts.counted(label, formatNumber(count));

/** The values that there are; a chosen one stays, also when nobody has it. */
function choicesOf(
  id: SeveralId,
  chosen: readonly string[],
  options: FilterOptions | undefined,
  names: Names,
): Choice[] {
  const there = options === undefined ? [] : offered(id, options);
  const missing = chosen.filter((value) => !there.some((one) => one.value === value));
  return [...missing.map((value) => ({ value, label: nameOf(id, value, names) })), ...there];
}

const records = {
  team: 'teams',
  commissie: 'committees',
  label: 'labels',
  labelAlle: 'labels',
  labelZonder: 'labels',
} as const;

const texts = {
  functie: 'functions',
  typeLid: 'member_types',
  leeftijdsgroep: 'age_groups',
  geslacht: 'genders',
  woonplaats: 'cities',
} as const;

function offered(id: SeveralId, options: FilterOptions): Choice[] {
  switch (id) {
    case 'team':
    case 'commissie':
    case 'label':
    case 'labelAlle':
    case 'labelZonder':
      return options[records[id]].map((one) => ({
        ...one,
        value: String(one.id),
        label: one.name,
      }));
    default:
      return options[texts[id]].map((one) => ({ ...one, label: nameOf(id, one.value, nameless) }));
  }
}

const nameless: Names = { group: () => undefined, label: () => undefined };

/** A value of the address, and how people read it. */
type Choices = readonly (readonly [value: string, label: string])[];

const yesOrNo: Choices = [
  ['1', filterTexts.yes],
  ['0', filterTexts.no],
];

type SingleId = Exclude<FilterId, SeveralId>;

interface FilterSelectProps {
  id: SingleId;
  value: string;
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
