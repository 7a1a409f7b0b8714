import type { QueryKey } from '@tanstack/react-query';

import type { GroupKind } from './groups/names';
import type { PeopleQuery, PeopleSelection } from './people/wire';
import type { BulkUpdates } from './types';

/** The keys of all that the page keeps of the server: a key begins with the keys of the sets that it belongs to. */
export const keys = {
  session: ['session'],
  club: ['club'],
  version: ['version'],
  search: {
    all: ['search'],
    hits: ['search', 'hits'],
    of: (q: string) => ['search', 'hits', q],
    start: ['search', 'start'],
  },
  people: {
    all: ['people'],
    list: (query: PeopleQuery) => ['people', 'list', query],
    endings: (who: PeopleSelection, updates: BulkUpdates) => ['people', 'endings', who, updates],
    everybody: (query: PeopleQuery) => ['people', 'everybody', query],
    filterOptions: (include_former: PeopleQuery['include_former']) => [
      'people',
      'filter-options',
      include_former,
    ],
  },
  /** No answer of the server: see features/people/last-list.ts. */
  lastList: ['last-list'],
  /** Neither is this: see features/people/use-selection.ts. */
  selection: ['selection'],
  person: { all: ['person'], one: (id: number) => ['person', id] },
  household: { all: ['household'], of: (id: number) => ['household', id] },
  names: (ids: readonly number[]) => ['names', ids],
  relatives: { all: ['relatives'], of: (ids: readonly number[]) => ['relatives', ids] },
  groups: {
    all: ['groups'],
    names: ['groups', 'names'],
    rows: ['groups', 'rows'],
    rowsOf: (kind: GroupKind) => ['groups', 'rows', kind],
    rowsBelow: (kind: GroupKind, parent?: number) => ['groups', 'rows', kind, parent ?? 'all'],
    one: (kind: GroupKind, id: number) => ['groups', 'one', kind, id],
    rosters: ['groups', 'roster'],
    roster: (kind: GroupKind, id: number) => ['groups', 'roster', kind, id],
  },
  views: ['views'],
  dashboard: {
    all: ['dashboard'],
    workspace: ['dashboard', 'workspace'],
    club: ['dashboard', 'club'],
    matches: (team?: number) => ['dashboard', 'matches', team ?? 'club'],
    /** Of the call that keeps a layout. */
    layout: ['dashboard-layout'],
  },
  counters: ['counters'],
  shifts: {
    all: ['shifts'],
    list: (from: string, to: string, mine: boolean) => ['shifts', 'list', from, to, mine],
    one: (id: number) => ['shifts', 'one', id],
    candidates: (id: number, q: string) => ['shifts', 'candidates', id, q],
    served: (season: string) => ['shifts', 'served', season],
  },
  vog: {
    all: ['vog'],
    overview: ['vog', 'overview'],
    settings: ['vog', 'settings'],
    mails: (id: number) => ['vog', 'mails', id],
  },
  training: {
    all: ['training'],
    pitches: ['training', 'pitches'],
    blocks: ['training', 'blocks'],
  },
  anniversaries: {
    all: ['anniversaries'],
    list: (from: string, to: string) => ['anniversaries', from, to],
    settings: ['anniversaries', 'settings'],
  },
  relationshipTypes: ['relationship-types'],
  labels: ['person-labels'],
  /** Of the call that brings somebody up to date. */
  memberSync: (id: number) => ['member-sync', id],
  memberSyncState: (code: string) => ['member-sync-state', code],
  trash: ['trash'],
  timeline: {
    all: ['timeline'],
    of: (id: number) => ['timeline', id],
    kind: (id: number, kind: string) => ['timeline', id, kind],
    mail: (id: number, mail: number) => ['timeline', id, 'mail', mail],
  },
  todos: {
    all: ['todos'],
    list: (status: string) => ['todos', 'list', status],
  },
  log: {
    of: (filter: object) => ['log', filter],
    changes: (id: number) => ['changes', id],
    looks: (id: number) => ['looks', id],
  },
  mails: { all: ['mails'], in: (state: string | undefined) => ['mails', state ?? 'all'] },
  suppressions: ['suppressions'],
  erasures: {
    all: ['erasures'],
    list: ['erasures', 'list'],
    of: (id: number) => ['erasures', 'of', id],
  },
  leavers: {
    all: ['leavers'],
    overview: ['leavers', 'overview'],
    rehearsal: ['leavers', 'rehearsal'],
    touched: (id: number) => ['leavers', 'touched', id],
  },
  duplicates: {
    all: ['duplicates'],
    list: ['duplicates', 'list'],
    compared: (pair: object) => ['duplicates', 'compared', pair],
  },
  imports: {
    all: ['imports'],
    list: ['imports', 'list'],
    fields: ['imports', 'fields'],
    one: (id: number) => ['imports', 'one', id],
    rows: (id: number, query: object) => ['imports', 'rows', id, query],
  },
  mentions: ['mentions'],
  fees: {
    all: ['fees'],
    list: (query: object) => ['fees', 'list', query],
    one: (id: number, season: string, forecast: boolean) => ['fees', 'one', id, season, forecast],
    settings: ['fees', 'settings'],
    functions: ['fees', 'functions'],
  },
  feedback: {
    all: ['feedback'],
    list: (filter: object) => ['feedback', 'list', filter],
    open: ['feedback', 'open'],
    one: (id: number) => ['feedback', 'one', id],
    thread: (id: number) => ['feedback', 'thread', id],
    brief: (id: number) => ['feedback', 'brief', id],
  },
  cases: {
    all: ['cases'],
    list: (query: object) => ['cases', 'list', query],
    seasons: ['cases', 'seasons'],
    invoiced: (id: number) => ['cases', 'invoiced', id],
  },
  invoices: {
    all: ['invoices'],
    list: (search: object) => ['invoices', 'list', search],
    of: (person: number) => ['invoices', 'of', person],
    one: (id: number) => ['invoices', 'one', id],
    months: (season: string) => ['invoices', 'months', season],
    review: ['invoices', 'review'],
    unreachable: ['invoices', 'unreachable'],
  },
  workspaces: {
    all: ['workspaces'],
    list: ['workspaces', 'list'],
    every: ['workspaces', 'every'],
    one: (id: number) => ['workspaces', 'one', id],
    invites: (id: number) => ['workspaces', 'invites', id],
    people: (id: number) => ['workspaces', 'people', id],
    groups: (id: number) => ['workspaces', 'groups', id],
  },
  invite: (token: string) => ['invite', token],
  notifications: ['notifications'],
  calendar: ['calendar'],
  reminders: ['reminders'],
  messages: {
    preview: (who: PeopleSelection | { readonly shift: number }, to: string) => [
      'messages',
      'preview',
      who,
      to,
    ],
    one: (id: number) => ['messages', 'one', id],
  },
  passwordLink: (token: string) => ['password-link', token],
  users: ['users'],
  userHits: (q: string) => ['user-hits', q],
  shares: (kind: string, id: number) => ['shares', kind, id],
  userScope: (id: number) => ['user-scope', id],
  userRoles: { all: ['user-roles'], of: (id: number) => ['user-roles', id] },
  functionMap: ['functie-capability-map'],
  welcome: ['provisioning-settings'],
  financeSettings: ['finance-settings'],
  clubSettings: ['club-settings'],
  firstStart: (token: string) => ['first-start', token],
  bulkJob: ['bulk-invoice-job'],
  matrix: ['capability-matrix'],
  searchSettings: ['search-settings'],
  volunteerRoles: ['volunteer-roles'],
  userSessions: ['user-sessions'],
  applicationPasswords: ['application-passwords'],
  secondFactor: ['second-factor'],
  factorRule: ['second-factor-rule'],
} as const satisfies Keys;

type Keys = {
  readonly [Name in string]: QueryKey | ((...of: never[]) => QueryKey) | Keys;
};
