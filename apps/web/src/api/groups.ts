import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';

import { plainContent, plainTitle } from '@/api/groups/rendered';

import { api, take, takePages } from './client';
import { fileBody } from './media';
import type { Committee, GroupContact, GroupPatch, Team } from './types';

/** Teams and committees are the same thing to this page, in two places of the API. */
export type GroupKind = 'teams' | 'commissies';

export const groupKinds: readonly GroupKind[] = ['teams', 'commissies'];

/** A team or a committee, with texts as they were written. */
export interface Group {
  kind: GroupKind;
  id: number;
  name: string;
  description: string;
  /** The group that it is a part of; 0 for none. */
  parent: number;
  /** The picture; 0 for none. */
  logo: number;
  website: string;
  contact_info: GroupContact[];
  /** Teams alone; the synchronization owns these. */
  activiteit: Team['acf']['activiteit'];
  gender: Team['acf']['gender'];
  publicteamid: string;
  /** Whether somebody who administers members made it or vouched for it. */
  administered: boolean;
}

export type GroupValues = Pick<Group, 'name' | 'description' | 'parent' | 'website'> &
  Pick<Group, 'contact_info'>;
export type GroupChange = Partial<GroupValues>;

/** A row of a list of groups. */
export interface GroupRow {
  kind: GroupKind;
  id: number;
  name: string;
  parent: number;
  logo: number;
  /** Players and staff of a team; the members of a committee. */
  counts: readonly number[];
  activiteit: Group['activiteit'];
  gender: Group['gender'];
}

export interface GroupName {
  kind: GroupKind;
  id: number;
  name: string;
}

export type GroupNames = ReadonlyMap<number, string>;

const keys = {
  kind: (kind: GroupKind) => ['groups', kind] as const,
  rows: (kind: GroupKind, parent?: number) => ['groups', kind, 'rows', parent ?? 'all'] as const,
  names: ['groups', 'names'] as const,
  group: (kind: GroupKind, id: number) => ['groups', kind, 'group', id] as const,
  roster: (kind: GroupKind, id: number) => ['groups', kind, 'roster', id] as const,
};

const most = 100;
const rowFields = 'id,type,title,parent,featured_media';

const wire = {
  teams: {
    show: (id: number, signal?: AbortSignal) =>
      api.GET('/cms/v2/teams/{id}', { params: { path: { id } }, signal }),
    list: (query: ListQuery, signal: AbortSignal) =>
      api.GET('/cms/v2/teams', { params: { query }, signal }),
    create: (body: GroupPatch) => api.POST('/cms/v2/teams', { body }),
    update: (id: number, body: GroupPatch) =>
      api.PUT('/cms/v2/teams/{id}', { params: { path: { id } }, body }),
    remove: (id: number) => api.DELETE('/cms/v2/teams/{id}', { params: { path: { id } } }),
    adopt: (id: number) => api.POST('/club/v1/teams/{id}/adopt', { params: { path: { id } } }),
    roster: (id: number, signal: AbortSignal) =>
      api.GET('/club/v1/teams/{id}/people', { params: { path: { id } }, signal }),
    uploadLogo: (id: number, file: File) =>
      api.POST('/club/v1/teams/{id}/logo/upload', { params: { path: { id } }, ...fileBody(file) }),
    removeLogo: (id: number) =>
      api.POST('/club/v1/teams/{id}/logo', { params: { path: { id } }, body: { media_id: 0 } }),
  },
  commissies: {
    show: (id: number, signal?: AbortSignal) =>
      api.GET('/cms/v2/commissies/{id}', { params: { path: { id } }, signal }),
    list: (query: ListQuery, signal: AbortSignal) =>
      api.GET('/cms/v2/commissies', { params: { query }, signal }),
    create: (body: GroupPatch) => api.POST('/cms/v2/commissies', { body }),
    update: (id: number, body: GroupPatch) =>
      api.PUT('/cms/v2/commissies/{id}', { params: { path: { id } }, body }),
    remove: (id: number) => api.DELETE('/cms/v2/commissies/{id}', { params: { path: { id } } }),
    adopt: (id: number) => api.POST('/club/v1/commissies/{id}/adopt', { params: { path: { id } } }),
    roster: (id: number, signal: AbortSignal) =>
      api.GET('/club/v1/commissies/{id}/people', { params: { path: { id } }, signal }),
    uploadLogo: (id: number, file: File) =>
      api.POST('/club/v1/commissies/{id}/logo/upload', {
        params: { path: { id } },
        ...fileBody(file),
      }),
    removeLogo: (id: number) =>
      api.POST('/club/v1/commissies/{id}/logo', {
        params: { path: { id } },
        body: { media_id: 0 },
      }),
  },
} as const;

interface ListQuery {
  page: number;
  per_page: number;
  _fields: string;
  parent?: number[];
}

/** Every group of a kind, or the ones right below another. */
export const groupRowsQuery = (kind: GroupKind, parent?: number) =>
  queryOptions({
    queryKey: keys.rows(kind, parent),
    queryFn: async ({ signal }): Promise<GroupRow[]> => {
      const below = parent === undefined ? {} : { parent: [parent] };
      const ask = (page: number, _fields: string) => ({ page, per_page: most, _fields, ...below });
      if (kind === 'commissies') {
        const committees = await takePages((page) =>
          wire.commissies.list(ask(page, `${rowFields},member_count`), signal),
        );
        return committees.map((committee) => toRow(committee));
      }
      const fields = `${rowFields},player_count,staff_count,acf.activiteit,acf.gender`;
      const teams = await takePages((page) => wire.teams.list(ask(page, fields), signal));
      return teams.map((team) => toRow(team));
    },
  });

/** What every team and committee is called: one question, for whichever page shows a name or lets one be chosen. */
export const groupNamesQuery = queryOptions({
  queryKey: keys.names,
  queryFn: async ({ signal }): Promise<GroupName[]> => {
    const names = await take(api.GET('/club/v1/groups', { signal }));
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
    queryKey: keys.group(kind, id),
    queryFn: async ({ signal }) =>
      toGroup(await take<Team | Committee>(wire[kind].show(id, signal))),
  });

export const rosterQuery = (kind: GroupKind, id: number) =>
  queryOptions({
    queryKey: keys.roster(kind, id),
    queryFn: ({ signal }) => take(wire[kind].roster(id, signal)),
  });

export function useCreateGroup(kind: GroupKind) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) =>
      toGroup(await take<Team | Committee>(wire[kind].create({ status: 'publish', title: name }))),
    onSuccess: (group) => changed(queryClient, group),
  });
}

/** Saves what changed. The page shows it at once and takes it back when the server refuses. */
export function useUpdateGroup({ kind, id }: Pick<Group, 'kind' | 'id'>) {
  const queryClient = useQueryClient();
  const { queryKey } = groupQuery(kind, id);
  return useMutation({
    scope: { id: `group-${id}` },
    mutationFn: async (change: GroupChange) =>
      toGroup(await take<Team | Committee>(wire[kind].update(id, toWire(change)))),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      if (before !== undefined) queryClient.setQueryData(queryKey, { ...before, ...change });
      return { before };
    },
    onError: (_error, _change, context) => {
      queryClient.setQueryData(queryKey, context?.before);
    },
    onSuccess: (group) => changed(queryClient, group),
  });
}

export function useDeleteGroup({ kind, id }: Pick<Group, 'kind' | 'id'>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await take<{ deleted: true }>(wire[kind].remove(id));
    },
    onSuccess: () => listsAreStale(queryClient, kind),
  });
}

/** Vouches for a group that somebody outside the members' administration made. */
export function useAdoptGroup({ kind, id }: Pick<Group, 'kind' | 'id'>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => toGroup(await take<Team | Committee>(wire[kind].adopt(id))),
    onSuccess: (group) => changed(queryClient, group),
  });
}

/** Drops a deleted group, once its page is left: a page in view would fetch it again. */
export function forgetGroup(queryClient: QueryClient, { kind, id }: Group): void {
  queryClient.removeQueries({ queryKey: keys.group(kind, id) });
  queryClient.removeQueries({ queryKey: keys.roster(kind, id) });
}

/** A file is the new logo; null takes the logo away. */
export function useChangeLogo({ kind, id }: Pick<Group, 'kind' | 'id'>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (file: File | null) =>
      take(file === null ? wire[kind].removeLogo(id) : wire[kind].uploadLogo(id, file)),
    onSuccess: async ({ media_id }) => {
      queryClient.setQueryData(
        groupQuery(kind, id).queryKey,
        (group) => group && { ...group, logo: media_id },
      );
      await listsAreStale(queryClient, kind);
    },
  });
}

async function changed(queryClient: QueryClient, group: Group): Promise<void> {
  queryClient.setQueryData(keys.group(group.kind, group.id), group);
  await listsAreStale(queryClient, group.kind);
}

async function listsAreStale(queryClient: QueryClient, kind: GroupKind): Promise<void> {
  await Promise.all(
    [[...keys.kind(kind), 'rows'], keys.names].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}

const kindOf = ({ type }: Pick<Team | Committee, 'type'>): GroupKind =>
  type === 'team' ? 'teams' : 'commissies';

function toGroup(group: Team | Committee): Group {
  const { id, title, content, parent, featured_media, administered, acf } = group;
  const team = group.type === 'team' ? group.acf : undefined;
  return {
    kind: kindOf(group),
    id,
    name: plainTitle(title.rendered),
    description: plainContent(content.rendered),
    parent,
    logo: featured_media,
    website: acf.website,
    contact_info: acf.contact_info,
    activiteit: team?.activiteit ?? '',
    gender: team?.gender ?? '',
    publicteamid: team?.publicteamid ?? '',
    administered,
  };
}

function toRow(group: Team | Committee): GroupRow {
  const { id, title, parent, featured_media: logo } = group;
  const head = { kind: kindOf(group), id, name: plainTitle(title.rendered), parent, logo };
  return group.type === 'team'
    ? {
        ...head,
        counts: [group.player_count, group.staff_count],
        activiteit: group.acf.activiteit,
        gender: group.acf.gender,
      }
    : { ...head, counts: [group.member_count], activiteit: '', gender: '' };
}

function toWire({ name, description, parent, website, contact_info }: GroupChange): GroupPatch {
  const acf = {
    ...(website !== undefined && { website }),
    ...(contact_info !== undefined && { contact_info }),
  };
  return {
    ...(name !== undefined && { title: name }),
    ...(description !== undefined && { content: description }),
    ...(parent !== undefined && { parent }),
    ...(Object.keys(acf).length > 0 && { acf }),
  };
}
