import {
  type InvalidateQueryFilters,
  type QueryClient,
  type QueryKey,
  useQueryClient,
} from '@tanstack/react-query';

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

type Stale = readonly InvalidateQueryFilters[];

const set = (queryKey: QueryKey): InvalidateQueryFilters => ({ queryKey });

/** Those of a set whose key has something else behind its name. */
const others = (queryKey: QueryKey, is: (of: unknown) => boolean): InvalidateQueryFilters => ({
  queryKey,
  predicate: (query) => !is(query.queryKey[queryKey.length]),
});

/** What the first page tells of people and tasks, whichever of the two it is. */
const dashboards: Stale = [set(keys.dashboard.workspace), set(keys.dashboard.club)];

/** What counts people: the menu, the views in it, and the dashboards. */
const showsCounts: Stale = [set(keys.counters), set(keys.views), ...dashboards];

/** What shows something of a person beside their own page: a relation stands with both people, a role with its group too. */
const showsPerson = (id: number): Stale => [
  set(keys.people.all),
  others(keys.person.all, (other) => other === id),
  others(keys.relatives.all, (ids) => !(Array.isArray(ids) && ids.includes(id))),
  set(keys.household.all),
  set(keys.groups.rows),
  set(keys.groups.rosters),
  set(keys.search.all),
  set(keys.trash),
  ...showsCounts,
];

/** People carry the names of terms, in the lists too. */
const showsTerm: Stale = [set(keys.people.all), set(keys.person.all)];

/**
 * What a change makes stale, by what was changed. The answer to the change itself is stored by its mutation and does not
 * stand here.
 */
export const staleAfter = {
  /** Also after one was made, deleted or got another photo. */
  person: showsPerson,
  /** Changed by somebody else than this page: the person is asked for anew, too. */
  personElsewhere: (id: number): Stale => [set(keys.person.one(id)), ...showsPerson(id)],
  manyPeople: (): Stale => [
    set(keys.people.all),
    set(keys.person.all),
    set(keys.groups.all),
    set(keys.search.all),
    ...showsCounts,
  ],
  group: (kind: GroupKind): Stale => [
    set(keys.groups.rowsOf(kind)),
    set(keys.groups.names),
    set(keys.search.all),
    set(keys.counters),
  ],
  relationshipTypes: (): Stale => [set(keys.relationshipTypes), ...showsTerm],
  labels: (): Stale => [set(keys.labels), ...showsTerm, set(keys.search.all)],
  /** Whatever it was: people, groups and labels. */
  undo: (): Stale => [
    set(keys.people.all),
    set(keys.person.all),
    set(keys.relatives.all),
    set(keys.groups.all),
    set(keys.labels),
    set(keys.search.all),
    set(keys.trash),
    ...showsCounts,
  ],
  /** Favourites come first: the next search asks anew, the present answer stays in its order. */
  favorites: (): Stale => [
    { queryKey: keys.search.all, refetchType: 'none' },
    set(keys.dashboard.club),
  ],
  mails: (): Stale => [set(keys.mails.all)],
  calendar: (): Stale => [set(keys.calendar)],
  /** What is mailed stands among the mails, and was told of. */
  reminders: (): Stale => [set(keys.reminders), set(keys.mails.all), set(keys.mentions)],
  /** Its people show it, and its tasks are done. */
  suppressions: (): Stale => [
    set(keys.suppressions),
    set(keys.mails.all),
    set(keys.person.all),
    set(keys.todos.all),
    ...dashboards,
  ],
  /** Somebody left every list, or came back. */
  erasure: (): Stale => [
    set(keys.erasures.list),
    set(keys.people.all),
    set(keys.person.all),
    set(keys.relatives.all),
    set(keys.groups.all),
    set(keys.search.all),
    set(keys.trash),
    ...showsCounts,
  ],
  dismissed: (): Stale => [set(keys.duplicates.all)],
  /** All that shows people, and what is kept about them. */
  merged: (): Stale => [
    set(keys.duplicates.all),
    set(keys.people.all),
    set(keys.person.all),
    set(keys.groups.all),
    set(keys.search.all),
    set(keys.timeline.all),
    set(keys.todos.all),
    set(keys.invoices.all),
    ...showsCounts,
  ],
  imports: (): Stale => [set(keys.imports.list)],
  /** People were registered, changed or taken away by a file. */
  imported: (): Stale => [
    set(keys.imports.all),
    set(keys.people.all),
    set(keys.person.all),
    set(keys.groups.all),
    set(keys.search.all),
    ...showsCounts,
  ],
  invoices: (): Stale => [set(keys.invoices.all)],
  /** It stands on the timelines of everybody whom it reaches. */
  message: (): Stale => [set(keys.mails.all), set(keys.timeline.all)],
  fees: (): Stale => [set(keys.fees.all)],
  shifts: (): Stale => [set(keys.shifts.all)],
  training: (): Stale => [set(keys.training.all)],
  milestones: (): Stale => [set(keys.anniversaries.all)],
  /** People were written, or it was noted that they applied: mails stand on their timelines. */
  vog: (): Stale => [
    set(keys.vog.all),
    set(keys.people.all),
    set(keys.person.all),
    set(keys.timeline.all),
    set(keys.mails.all),
    set(keys.counters),
  ],
  invoicedCases: (id: number): Stale => [set(keys.cases.invoiced(id))],
  feedback: (): Stale => [set(keys.feedback.all)],
  shares: (kind: string, id: number): Stale => [set(keys.shares(kind, id))],
  /** What this user may, and whom they see. */
  rights: (): Stale => [
    set(keys.session),
    set(keys.people.all),
    set(keys.person.all),
    set(keys.groups.all),
    set(keys.search.all),
    set(keys.dashboard.all),
  ],
  /** Somebody was opened. */
  recents: (): Stale => [set(keys.search.start)],
  views: (): Stale => [set(keys.views)],
  /** Whom the user spoke last stands on the overview of the club. */
  timeline: (id: number): Stale => [set(keys.timeline.of(id)), set(keys.dashboard.club)],
  /** Todos stand on the timelines of the people whom they are about, and on both dashboards, too. */
  todos: (): Stale => [
    set(keys.todos.all),
    set(keys.timeline.all),
    set(keys.counters),
    ...dashboards,
  ],
  workspaces: (): Stale => [set(keys.workspaces.all)],
  /** Or left: what the user saw by it goes, and people and groups name it no more. */
  workspaceRemoved: (): Stale => [
    set(keys.workspaces.all),
    set(keys.people.all),
    set(keys.person.all),
    set(keys.groups.all),
    set(keys.search.all),
  ],
  userSessions: (): Stale => [set(keys.userSessions)],
  applicationPasswords: (): Stale => [set(keys.applicationPasswords)],
  secondFactor: (): Stale => [set(keys.secondFactor), set(keys.userSessions)],
} as const satisfies Record<string, (...of: never[]) => Stale>;

/** Marks as stale what a change has made so; what is in view is asked for again at once. */
export async function makeStale(queryClient: QueryClient, stale: Stale): Promise<void> {
  await Promise.all(stale.map((filters) => queryClient.invalidateQueries(filters)));
}

/** The same for a mutation that has nothing else to do at its end. */
export function useMakeStale(stale: Stale): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => makeStale(queryClient, stale);
}
