import { api } from '../client';
import type { Committee, GroupContact, Team, Visibility } from '../types';
import { type GroupKind, kindOf } from './names';
import { plainTitle } from './rendered';

/** A team or a committee, with names as they were written. */
export interface Group {
  kind: GroupKind;
  id: number;
  name: string;
  /** Safe HTML; '' for none. */
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
  /** Who made it. */
  author: number;
  etag: string;
  visibility: Visibility;
  workspaces: number[];
  /** What the reader may do with it. */
  allowed: Team['allowed'];
}

export type GroupValues = Pick<Group, 'name' | 'description' | 'parent' | 'website'> &
  Pick<Group, 'contact_info' | 'visibility' | 'workspaces'>;
export type GroupChange = Partial<GroupValues>;

/** Somebody who leads a team, with what they do there. */
export type Leader = Team['staff'][number];

/** A row of a list of groups. */
export interface GroupRow {
  kind: GroupKind;
  id: number;
  name: string;
  parent: number;
  logo: number;
  /** Players and staff of a team; the members of a committee. */
  counts: readonly number[];
  /** Who leads a team. */
  staff: readonly Leader[];
  activiteit: Group['activiteit'];
  gender: Group['gender'];
}

/** The calls that ask about a kind. */
export const wire = {
  teams: {
    show: (id: number, signal?: AbortSignal) =>
      api.GET('/cms/v2/teams/{id}', { params: { path: { id } }, signal }),
    list: (query: ListQuery, signal: AbortSignal) =>
      api.GET('/cms/v2/teams', { params: { query }, signal }),
    roster: (id: number, signal: AbortSignal) =>
      api.GET('/club/v1/teams/{id}/people', { params: { path: { id } }, signal }),
  },
  commissies: {
    show: (id: number, signal?: AbortSignal) =>
      api.GET('/cms/v2/commissies/{id}', { params: { path: { id } }, signal }),
    list: (query: ListQuery, signal: AbortSignal) =>
      api.GET('/cms/v2/commissies', { params: { query }, signal }),
    roster: (id: number, signal: AbortSignal) =>
      api.GET('/club/v1/commissies/{id}/people', { params: { path: { id } }, signal }),
  },
} as const;

interface ListQuery {
  page: number;
  per_page: number;
  _fields: string;
  parent?: number[];
}

export function toGroup(group: Team | Committee): Group {
  const { id, title, content, parent, featured_media, administered, author, etag, acf } = group;
  const team = group.type === 'team' ? group.acf : undefined;
  return {
    kind: kindOf(group),
    id,
    name: plainTitle(title.rendered),
    description: content.rendered,
    parent,
    logo: featured_media,
    website: acf.website,
    contact_info: acf.contact_info,
    activiteit: team?.activiteit ?? '',
    gender: team?.gender ?? '',
    publicteamid: team?.publicteamid ?? '',
    administered,
    author,
    etag,
    visibility: acf._visibility,
    workspaces: acf._assigned_workspaces,
    allowed: group.allowed,
  };
}

export function toRow(group: Team | Committee): GroupRow {
  const { id, title, parent, featured_media: logo } = group;
  const head = { kind: kindOf(group), id, name: plainTitle(title.rendered), parent, logo };
  return group.type === 'team'
    ? {
        ...head,
        counts: [group.player_count, group.staff_count],
        staff: group.staff,
        activiteit: group.acf.activiteit,
        gender: group.acf.gender,
      }
    : { ...head, counts: [group.member_count], staff: [], activiteit: '', gender: '' };
}
