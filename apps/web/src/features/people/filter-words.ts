import { filterTexts } from '@/texts/people-filters';

import { type FilterId, type Filters, isSeveral, valuesOf } from './filters';

/** What a record of a filter is called, by its number; undefined while it is asked for. */
export interface Names {
  group: (id: number) => string | undefined;
  label: (id: number) => string | undefined;
}

/** What a chip says of a filter, in words. */
export function describeFilter(id: FilterId, filters: Filters, names: Names): string {
  if (!isSeveral(id)) return filterTexts.chips[id](filters[id]);
  const values = valuesOf(id, filters).map((value) => nameOf(id, value, names));
  const type = id === 'labelAlle' ? 'conjunction' : 'disjunction';
  return filterTexts.chips[id](new Intl.ListFormat('nl', { type }).format(values));
}

/** A value as people read it. */
export function nameOf(id: FilterId, value: string, names: Names): string {
  switch (id) {
    case 'team':
    case 'commissie':
      return names.group(Number(value)) ?? filterTexts.unknownName;
    case 'label':
    case 'labelAlle':
    case 'labelZonder':
      return names.label(Number(value)) ?? filterTexts.unknownName;
    case 'geslacht': {
      const genders: Record<string, string> = filterTexts.values.geslacht;
      return genders[value] ?? value;
    }
    default:
      return value;
  }
}
