import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';

import { keys } from './keys';
import { makeStale, staleAfter } from './stale';

/** One of everything that the page keeps. */
const kept = {
  session: keys.session,
  club: keys.club,
  version: keys.version,
  search: keys.search.of('jan'),
  start: keys.search.start,
  list: keys.people.list({ page: 2 }),
  options: keys.people.filterOptions('1'),
  person7: keys.person.one(7),
  person8: keys.person.one(8),
  household8: keys.household.of(8),
  relativesOf8: keys.relatives.of([5, 7]),
  relativesOf9: keys.relatives.of([5]),
  names: keys.groups.names,
  teams: keys.groups.rowsBelow('teams'),
  teamsBelow3: keys.groups.rowsBelow('teams', 3),
  committees: keys.groups.rowsBelow('commissies'),
  team3: keys.groups.one('teams', 3),
  roster: keys.groups.roster('teams', 3),
  views: keys.views,
  counters: keys.counters,
  imports: keys.imports.list,
  todos: keys.todos.list('open'),
  timeline7: keys.timeline.kind(7, 'all'),
  notes7: keys.timeline.kind(7, 'note'),
  timeline8: keys.timeline.kind(8, 'all'),
  types: keys.relationshipTypes,
  labels: keys.labels,
  trash: keys.trash,
  rehearsal: keys.leavers.rehearsal,
  leavers: keys.leavers.overview,
  mails: keys.mails.in('failed'),
  suppressions: keys.suppressions,
  calendar: keys.calendar,
  reminders: keys.reminders,
  invoices: keys.invoices.of(7),
  invoiceList: keys.invoices.list({}),
  unreachable: keys.invoices.unreachable,
  workspaceDashboard: keys.dashboard.workspace,
  clubDashboard: keys.dashboard.club,
  passwordLink: keys.passwordLink('x'),
  workspaces: keys.workspaces.list,
  workspace7: keys.workspaces.one(7),
  users: keys.users,
  searchSettings: keys.searchSettings,
  shares: keys.shares('people', 7),
  fees: keys.fees.list({}),
  fee7: keys.fees.one(7, '', false),
  feedback: keys.feedback.list({}),
  cases: keys.cases.list({}),
  invoicedCases7: keys.cases.invoiced(7),
  shifts: keys.shifts.one(7),
  vog: keys.vog.overview,
  training: keys.training.blocks,
  anniversaries: keys.anniversaries.settings,
  sessions: keys.userSessions,
  passwords: keys.applicationPasswords,
};

type Kept = keyof typeof kept;

const dashboards: Kept[] = ['workspaceDashboard', 'clubDashboard'];
const fees: Kept[] = ['fees', 'fee7'];
const money: Kept[] = [
  'invoices',
  'invoiceList',
  'unreachable',
  ...fees,
  'cases',
  'invoicedCases7',
];
const lists: Kept[] = ['list', 'options'];
const people: Kept[] = [...lists, 'person7', 'person8'];
const groupLists: Kept[] = ['teams', 'teamsBelow3', 'committees'];
const aroundPerson7: Kept[] = [
  'search',
  'start',
  ...lists,
  'person8',
  'household8',
  'relativesOf8',
  ...groupLists,
  'roster',
  'trash',
  'views',
  'vog',
  ...fees,
  'unreachable',
  'counters',
  ...dashboards,
];

const workspaces: Kept[] = ['workspaces', 'workspace7'];

/** For each row of the table what of the above it makes stale. */
const cases: Record<keyof typeof staleAfter, [ReturnType<typeof staleAfter.group>, Kept[]]> = {
  person: [staleAfter.person(7), aroundPerson7],
  personElsewhere: [staleAfter.personElsewhere(7), [...aroundPerson7, 'person7']],
  workspaces: [staleAfter.workspaces(), workspaces],
  workspaceRemoved: [
    staleAfter.workspaceRemoved(),
    [...people, 'names', ...groupLists, 'team3', 'roster', 'search', 'start', ...workspaces],
  ],
  fees: [staleAfter.fees(), ['fees', 'fee7']],
  feedback: [staleAfter.feedback(), ['feedback', ...dashboards]],
  manyPeople: [
    staleAfter.manyPeople(),
    [
      ...people,
      'household8',
      'names',
      ...groupLists,
      'team3',
      'roster',
      'search',
      'start',
      'views',
      'vog',
      ...fees,
      'unreachable',
      'counters',
      ...dashboards,
    ],
  ],
  imports: [staleAfter.imports(), ['imports']],
  dismissed: [staleAfter.dismissed(), []],
  merged: [
    staleAfter.merged(),
    [
      ...people,
      'household8',
      'relativesOf8',
      'relativesOf9',
      'names',
      ...groupLists,
      'team3',
      'roster',
      'search',
      'start',
      'trash',
      'views',
      'vog',
      ...fees,
      'unreachable',
      'invoices',
      'invoiceList',
      'cases',
      'invoicedCases7',
      'shifts',
      'counters',
      'todos',
      'timeline7',
      'notes7',
      'timeline8',
      ...dashboards,
    ],
  ],
  imported: [
    staleAfter.imported(),
    [
      ...people,
      'household8',
      'names',
      ...groupLists,
      'team3',
      'roster',
      'search',
      'start',
      'trash',
      'views',
      'vog',
      ...fees,
      'unreachable',
      'counters',
      'imports',
      ...dashboards,
    ],
  ],
  group: [
    staleAfter.group('teams'),
    ['search', 'start', 'names', 'teams', 'teamsBelow3', 'counters'],
  ],
  relationshipTypes: [staleAfter.relationshipTypes(), [...people, 'types']],
  message: [staleAfter.message(), ['mails', 'notes7', 'timeline7', 'timeline8']],
  labels: [staleAfter.labels(), [...people, 'labels', 'search', 'start']],
  leavers: [staleAfter.leavers(), ['rehearsal']],
  erasure: [
    staleAfter.erasure(),
    [
      ...people,
      'household8',
      'relativesOf8',
      'relativesOf9',
      'names',
      ...groupLists,
      'team3',
      'roster',
      'search',
      'start',
      'trash',
      'views',
      'vog',
      ...fees,
      'unreachable',
      'counters',
      ...dashboards,
    ],
  ],
  undo: [
    staleAfter.undo(),
    [
      ...people,
      'household8',
      'relativesOf8',
      'relativesOf9',
      'names',
      ...groupLists,
      'team3',
      'roster',
      'labels',
      'search',
      'start',
      'trash',
      'views',
      'vog',
      ...fees,
      'unreachable',
      'counters',
      ...dashboards,
    ],
  ],
  mails: [staleAfter.mails(), ['mails']],
  calendar: [staleAfter.calendar(), ['calendar']],
  reminders: [staleAfter.reminders(), ['reminders', 'mails']],
  suppressions: [
    staleAfter.suppressions(),
    ['suppressions', 'mails', 'person7', 'person8', 'todos', ...dashboards],
  ],
  invoices: [staleAfter.invoices(), money],
  favorites: [staleAfter.favorites(), ['search', 'start', 'clubDashboard']],
  rights: [
    staleAfter.rights(),
    [
      'session',
      ...people,
      'names',
      ...groupLists,
      'team3',
      'roster',
      'search',
      'start',
      ...dashboards,
    ],
  ],
  recents: [staleAfter.recents(), ['start']],
  timeline: [staleAfter.timeline(7), ['timeline7', 'notes7', 'clubDashboard']],
  todos: [
    staleAfter.todos(),
    ['todos', 'timeline7', 'notes7', 'timeline8', 'counters', ...dashboards],
  ],
  shifts: [staleAfter.shifts(), ['shifts', ...dashboards]],
  training: [staleAfter.training(), ['training', ...dashboards]],
  milestones: [staleAfter.milestones(), ['anniversaries', ...dashboards]],
  vog: [
    staleAfter.vog(),
    ['vog', ...people, 'mails', 'notes7', 'timeline7', 'timeline8', 'counters', ...dashboards],
  ],
  shares: [staleAfter.shares('people', 7), ['shares']],
  userSessions: [staleAfter.userSessions(), ['sessions']],
  applicationPasswords: [staleAfter.applicationPasswords(), ['passwords']],
  secondFactor: [staleAfter.secondFactor(), ['sessions']],
};

function page() {
  const queryClient = new QueryClient();
  for (const queryKey of Object.values(kept)) queryClient.setQueryData(queryKey, {});
  return queryClient;
}

describe('what a change makes stale', () => {
  it.each(Object.entries(cases))('%s', async (_change, [stale, want]) => {
    const queryClient = page();
    await makeStale(queryClient, stale);
    const got = Object.entries(kept)
      .filter(([, queryKey]) => queryClient.getQueryState(queryKey)?.isInvalidated)
      .map(([name]) => name);
    expect(got.sort()).toEqual([...want].sort());
  });
});

it.each([
  ['labels', staleAfter.labels(), keys.labels, 1],
  [
    'a favourite, which the present answer keeps where it is',
    staleAfter.favorites(),
    keys.search.of('jan'),
    0,
  ],
])(
  'asks again for what is in view after a change of %s: %#',
  async (_change, stale, queryKey, want) => {
    const queryClient = page();
    let asked = 0;
    const observer = new QueryObserver(queryClient, {
      queryKey,
      queryFn: () => Promise.resolve(++asked),
      staleTime: Infinity,
    });
    const leave = observer.subscribe(() => undefined);
    await makeStale(queryClient, stale);
    leave();
    expect(asked).toBe(want);
  },
);

it('has no two answers under one key', () => {
  const written = Object.values(kept).map((queryKey) => JSON.stringify(queryKey));
  expect(new Set(written).size).toBe(written.length);
});
