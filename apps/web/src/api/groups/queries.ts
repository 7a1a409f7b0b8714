import { queryOptions, useQuery } from '@tanstack/react-query';

import { take, takePages } from '../client';
import { keys } from '../keys';
import type { Committee, Team } from '../types';
import {
  type GroupKind,
  type GroupName,
  type GroupRow,
  kindOf,
  listAll,
  toGroup,
  toRow,
  wire,
} from './wire';

export type GroupNames = ReadonlyMap<number, string>;

const most = 100;
const rowFields = 'id,type,title,parent,featured_media';

/** Every group of a kind, or the ones right below another. */
export const groupRowsQuery = (kind: GroupKind, parent?: number) =>
  queryOptions({
    queryKey: keys.groups.rowsBelow(kind, parent),
    queryFn: async ({ signal }): Promise<GroupRow[]> => {
      const below = parent === undefined ? {} : { parent: [parent] };
      const ask = (page: number, _fields: string) => ({ page, per_page: most, _fields, ...below });
      if (kind === 'commissies') {
        const committees = await takePages((page) =>
          wire.commissies.list(ask(page, `${rowFields},member_count`), signal),
        );
        return committees.map((committee) => toRow(committee));
      }
      const fields = `${rowFields},player_count,staff_count,staff,acf.activiteit,acf.gender`;
      const teams = await takePages((page) => wire.teams.list(ask(page, fields), signal));
      return teams.map((team) => toRow(team));
    },
  });

/** What every team and committee is called: one question, for whichever page shows a name or lets one be chosen. */
export const groupNamesQuery = queryOptions({
  queryKey: keys.groups.names,
  queryFn: async ({ signal }): Promise<GroupName[]> => {
    const names = await take(listAll(signal));
    return names.map(({ id, name, type }) => ({ kind: kindOf({ type }), id, name }));
  },
  staleTime: 300_000,
});

/** The names by number, once somebody wants them; undefined while they are asked for. */
export function useGroupNames(wanted: boolean): GroupNames | undefined {
  const { data, isError } = useQuery({ ...groupNamesQuery, enabled: wanted, select: byId });
  return isError ? none : data;
}

const byId = (names: readonly GroupName[]): GroupNames =>
  new Map(names.map(({ id, name }) => [id, name]));

const none: GroupNames = new Map();

export const groupQuery = (kind: GroupKind, id: number) =>
  queryOptions({
    queryKey: keys.groups.one(kind, id),
    queryFn: async ({ signal }) =>
      toGroup(await take<Team | Committee>(wire[kind].show(id, signal))),
  });

export const rosterQuery = (kind: GroupKind, id: number) =>
  queryOptions({
    queryKey: keys.groups.roster(kind, id),
    queryFn: ({ signal }) => take(wire[kind].roster(id, signal)),
  });
