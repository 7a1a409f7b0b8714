import { queryOptions } from '@tanstack/react-query';

import { take, takePages } from '../client';
import { keys } from '../keys';
import type { Committee, Team } from '../types';
import { type GroupKind } from './names';
import { type GroupRow, toGroup, toRow, wire } from './wire';

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
