import { useQuery } from '@tanstack/react-query';

import { useGroupNames } from '@/api/groups/queries';
import { labelsQuery } from '@/api/terms';

import type { Names } from './filter-words';
import type { Filters } from './filters';

/** What the teams, committees and labels of the filters are called; asked for when there is such a filter. */
export function useFilterNames({ team, commissie, label, labelAlle, labelZonder }: Filters): Names {
  const groups = useGroupNames(team !== '' || commissie !== '');
  const labels = useQuery({ ...labelsQuery, enabled: label + labelAlle + labelZonder !== '' });
  return {
    group: (id) => groups?.get(id),
    label: (id) => labels.data?.find((one) => one.id === id)?.name,
  };
}
