import { useMutation, useQueryClient } from '@tanstack/react-query';

import { mergeLists, mergeSets } from '@/lib/merge';

import { functionMapQuery, useAccountChange, userRolesQuery } from './administer';
import { api, take } from './client';
import { keys } from './keys';
import { scopeQuery } from './scope';
import { factorRuleQuery } from './second-factor';
import { makeStale } from './stale';
import type { FunctionMap, UserScope } from './types';

/*
 * Lists that say who may what. The server takes each as a whole, so what somebody changed is put upon the list as it is by then:
 * what a colleague gave or took meanwhile stays so.
 */

/** What a form was opened with, and what somebody made of it. */
interface Change<Values> {
  before: Values;
  after: Values;
}

/** The roles that a user has by hand. */
export function useSetRoles(id: number) {
  const queryClient = useQueryClient();
  return useAccountChange(async ({ before, after }: Change<string[]>) => {
    const { by_hand } = await queryClient.query({ ...userRolesQuery(id), staleTime: 0 });
    return take(
      api.PUT('/club/v1/users/{id}/roles', {
        params: { path: { id } },
        body: { roles: mergeSets(before, after, by_hand) },
      }),
    );
  });
}

export function useGiveScope(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ before, after }: Change<Pick<UserScope, 'teams' | 'age_groups'>>) => {
      const now = await queryClient.query({ ...scopeQuery(id), staleTime: 0 });
      return take(
        api.PUT('/club/v1/users/{id}/scope', {
          params: { path: { id } },
          body: {
            teams: mergeSets(before.teams, after.teams, now.teams),
            age_groups: mergeSets(before.age_groups, after.age_groups, now.age_groups),
          },
        }),
      );
    },
    onSuccess: (scope) => {
      queryClient.setQueryData(scopeQuery(id).queryKey, scope);
    },
  });
}

/** Which roles functions of the club bring. */
export function useSetFunctionMap() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ before, after }: Change<FunctionMap>) => {
      const now = await queryClient.query({ ...functionMapQuery, staleTime: 0 });
      const map = mergeLists(before, after, now.map);
      return take(api.POST('/club/v1/functie-capability-map', { body: { map } }));
    },
    onSuccess: async ({ map }) => {
      queryClient.setQueryData(functionMapQuery.queryKey, { map });
      await makeStale(queryClient, [
        { queryKey: keys.users },
        { queryKey: keys.userRoles.all },
        { queryKey: keys.session },
      ]);
    },
  });
}

/** Of which roles a second factor is asked. */
export function useSetFactorRule() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ before, after }: Change<string[]>) => {
      const now = await queryClient.query({ ...factorRuleQuery, staleTime: 0 });
      const roles = mergeSets(before, after, now.roles);
      return take(api.POST('/club/v1/second-factor', { body: { roles } }));
    },
    onSuccess: (rule) => queryClient.setQueryData(keys.factorRule, rule),
  });
}
