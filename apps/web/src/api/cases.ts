import { queryOptions, useMutation } from '@tanstack/react-query';

import { api, take, takePages } from './client';
import { keys } from './keys';
import { staleAfter, useMakeStale } from './stale';
import type { DisciplineCase } from './types';

interface CasesOf {
  person?: number;
  seizoen?: number;
  search?: string;
}

/** All cases of a season or of a person. There are few. */
export const casesQuery = ({ person, seizoen, search }: CasesOf) =>
  queryOptions({
    queryKey: keys.cases.list({ person, seizoen, search }),
    queryFn: ({ signal }) =>
      takePages((page) =>
        api.GET('/cms/v2/discipline-cases', {
          params: {
            query: {
              page,
              per_page: 100,
              person,
              seizoen: seizoen === undefined ? undefined : [seizoen],
              search,
            },
          },
          signal,
        }),
      ).then((all) => all.toSorted((a, b) => b.acf.match_date.localeCompare(a.acf.match_date))),
    placeholderData: (before) => before,
  });

export const seasonsQuery = queryOptions({
  queryKey: keys.cases.seasons,
  queryFn: ({ signal }) =>
    take(api.GET('/cms/v2/seizoen', { params: { query: { per_page: 100 } }, signal })),
});

/** Which cases of somebody stand on an invoice. */
export const invoicedCasesQuery = (person_id: number) =>
  queryOptions({
    queryKey: keys.cases.invoiced(person_id),
    queryFn: ({ signal }) =>
      take(
        api.GET('/club/v1/invoices/invoiced-cases', { params: { query: { person_id } }, signal }),
      ),
  });

/** Makes an invoice over cases of one person. */
export function useBillCases(person_id: number) {
  const onSettled = useMakeStale(staleAfter.invoices());
  return useMutation({
    mutationFn: (cases: readonly DisciplineCase[]) =>
      take(
        api.POST('/club/v1/invoices', {
          body: {
            person_id,
            line_items: cases.map(({ id, acf }) => ({
              discipline_case_id: id,
              description: acf.match_description || acf.sanction_description || acf.dossier_id,
              amount: acf.administrative_fee ?? 0,
            })),
          },
        }),
      ),
    onSettled,
  });
}
