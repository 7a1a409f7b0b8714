import { queryOptions, useQuery } from '@tanstack/react-query';

import { api, take } from '../client';
import { keys } from '../keys';
import type { Committee, Team } from '../types';

/** Teams and committees are the same thing to this page, in two places of the API. */
export type GroupKind = 'teams' | 'commissies';

export const groupKinds: readonly GroupKind[] = ['teams', 'commissies'];

export interface GroupName {
  kind: GroupKind;
  id: number;
  name: string;
}

export type GroupNames = ReadonlyMap<number, string>;

export const kindOf = ({ type }: Pick<Team | Committee, 'type'>): GroupKind =>
  type === 'team' ? 'teams' : 'commissies';

/** What every team and committee is called: one question, for whichever page shows a name or lets one be chosen. */
export const groupNamesQuery = queryOptions({
  queryKey: keys.groups.names,
  queryFn: async ({ signal }): Promise<GroupName[]> => {
    const names = await take(api.GET('/club/v1/groups', { signal }));
    return names.map(({ id, name, type }) => ({ kind: kindOf({ type }), id, name }));
  },
  staleTime: 300_000,
});

/** The names by number, once somebody wants them; undefined while they are asked for, and none when they did not come. */
export function useGroupNames(wanted: boolean): GroupNames | undefined {
  const { data, isError } = useQuery({ ...groupNamesQuery, enabled: wanted, select: byId });
  return data ?? (isError ? none : undefined);
}

const byId = (names: readonly GroupName[]): GroupNames =>
  new Map(names.map(({ id, name }) => [id, name]));

const none: GroupNames = new Map();
