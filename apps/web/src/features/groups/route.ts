import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import * as v from 'valibot';

import { groupQuery, groupRowsQuery, rosterQuery } from '@/api/groups/queries';
import type { GroupKind } from '@/api/groups/names';
import { ensure, preload } from '@/api/preload';

import { groupShows, groupSorts } from './choices';

/** The state of a list of groups, as it stands in the address. */
export const groupsSearchSchema = v.object({
  q: v.optional(v.fallback(v.string(), ''), ''),
  sort: v.optional(v.fallback(v.picklist(groupSorts), 'name'), 'name'),
  toon: v.optional(v.fallback(v.picklist(groupShows), ''), ''),
  order: v.optional(v.fallback(v.picklist(['asc', 'desc']), 'asc'), 'asc'),
});

export type GroupsSearch = v.InferOutput<typeof groupsSearchSchema>;

/** Left out of the address. */
export const usualGroupsSearch: GroupsSearch = v.parse(groupsSearchSchema, {});

/** The number in the address of a group. */
export function groupNumber(text: string): number {
  const id = Number(text);
  if (!Number.isSafeInteger(id) || id < 1) throw notFound();
  return id;
}

/** Asks for everything of a group's page at once, and waits for the group alone. */
export async function loadGroup(queryClient: QueryClient, kind: GroupKind, id: number) {
  preload(queryClient, rosterQuery(kind, id));
  preload(queryClient, groupRowsQuery(kind, id));
  await ensure(queryClient, groupQuery(kind, id));
}
