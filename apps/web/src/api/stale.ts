import {
  type InvalidateQueryFilters,
  type QueryClient,
  type QueryKey,
  useQueryClient,
} from '@tanstack/react-query';

import type { GroupKind } from './groups/names';
import { keys } from './keys';

type Stale = readonly InvalidateQueryFilters[];

const set = (queryKey: QueryKey): InvalidateQueryFilters => ({ queryKey });

/** Those of a set whose key has something else behind its name. */
const others = (queryKey: QueryKey, is: (of: unknown) => boolean): InvalidateQueryFilters => ({
  queryKey,
  predicate: (query) => !is(query.queryKey[queryKey.length]),
});

/** What the first page tells of people and tasks, whichever of the two it is. */
const dashboards: Stale = [set(keys.dashboard.workspace), set(keys.dashboard.club)];

/**
 * What counts people: the menu, the views in it, how far certificates of conduct are, and the dashboards; what they pay, by their
 * age, teams and address; and whose invoices reach nobody.
 */
const showsCounts: Stale = [
  set(keys.counters),
  set(keys.views),
  set(keys.vog.overview),
  set(keys.fees.all),
  set(keys.invoices.unreachable),
  ...dashboards,
];

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
    set(keys.household.all),
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
    set(keys.household.all),
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
  /** What goes of people who left; the overview comes with the answer. */
  leavers: (): Stale => [others(keys.leavers.all, (part) => part === 'overview')],
  /** Somebody left every list, or came back. */
  erasure: (): Stale => [
    set(keys.erasures.list),
    set(keys.people.all),
    set(keys.person.all),
    set(keys.household.all),
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
    set(keys.relatives.all),
    set(keys.household.all),
    set(keys.groups.all),
    set(keys.search.all),
    set(keys.trash),
    set(keys.timeline.all),
    set(keys.todos.all),
    set(keys.invoices.all),
    set(keys.cases.all),
    set(keys.shifts.all),
    ...showsCounts,
  ],
  imports: (): Stale => [set(keys.imports.list)],
  /** People were registered, changed or taken away by a file. */
  imported: (): Stale => [
    set(keys.imports.all),
    set(keys.people.all),
    set(keys.person.all),
    set(keys.household.all),
    set(keys.groups.all),
    set(keys.search.all),
    set(keys.trash),
    ...showsCounts,
  ],
  /** Contributions and cases tell which of them stand on an invoice. */
  invoices: (): Stale => [set(keys.invoices.all), set(keys.fees.all), set(keys.cases.all)],
  /** It stands on the timelines of everybody whom it reaches. */
  message: (): Stale => [set(keys.mails.all), set(keys.timeline.all)],
  fees: (): Stale => [set(keys.fees.all)],
  shifts: (): Stale => [set(keys.shifts.all), ...dashboards],
  training: (): Stale => [set(keys.training.all), ...dashboards],
  milestones: (): Stale => [set(keys.anniversaries.all), ...dashboards],
  /** People were written, or it was noted that they applied: mails stand on their timelines. */
  vog: (): Stale => [
    set(keys.vog.all),
    set(keys.people.all),
    set(keys.person.all),
    set(keys.timeline.all),
    set(keys.mails.all),
    set(keys.counters),
    ...dashboards,
  ],
  feedback: (): Stale => [set(keys.feedback.all), ...dashboards],
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
