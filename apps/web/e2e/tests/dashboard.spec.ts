import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import type { ClubUser, RoleDashboard } from '../../src/api/types';
import {
  attentionTexts,
  backupTexts,
  birthdayTexts,
  dashboardTexts,
  layoutTexts,
  matchTexts,
  overviewTexts,
} from '../../src/texts/dashboard';
import { shellTexts } from '../../src/texts/shell';
import { todoTexts } from '../../src/texts/todos';
import { titles } from '../pom/dashboard-page';
import { expectAccessible } from '../setup/axe';
import { startDemo, type DemoServer } from '../setup/demo-server';
import { environment, type SignIn } from '../setup/environment';
import { expect, signIn, test as base } from '../setup/fixtures';
import { nonceOf } from '../setup/helpers';
import { makeGroup, makePerson, read, unique } from '../setup/rest';

interface Fixtures {
  /** Another browser, of the administrator. */
  boss: Page;
}

const test = base.extend<Fixtures>({
  boss: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    await signIn(page, environment.admin());
    await use(page);
    await context.close();
  },
});

// The tests give one user roles, in turn.
test.describe.configure({ mode: 'default' });

/** A user of the demo, all of whom have the password of the plain one. */
const colleague = (username: string): SignIn => ({
  username,
  password: environment.user().password,
});
const versatile = colleague('jubilarissen');

const everything = ['bestuur', 'wedstrijdzaken', 'ledenadministratie', 'vrijwilligers', 'vog'].map(
  (name) => `club_${name}`,
);

async function put(boss: Page, path: string, data: object): Promise<void> {
  const answer = await boss.request.put(`/api${path}`, { headers: await nonceOf(boss), data });
  expect(answer.status(), await answer.text()).toBe(200);
}

async function userNumber(boss: Page, { username }: SignIn): Promise<number> {
  const users = await read<ClubUser[]>(boss, '/club/v1/users');
  return users.find((user) => user.username === username)?.id ?? 0;
}

async function give(boss: Page, roles: string[], teams: number[] = []): Promise<void> {
  const id = await userNumber(boss, versatile);
  await put(boss, `/club/v1/users/${id}/roles`, { roles });
  await put(boss, `/club/v1/users/${id}/scope`, { teams, age_groups: [] });
}

// contract: club §2.11-1, §2.11-2, §2.11-3
test('who has no part in running the club sees the overview', async ({
  page,
  dashboard,
  signInAs,
}) => {
  await signInAs(colleague('fairplay')); // other tests give the plain user teams
  await dashboard.open();
  await expect(dashboard.heading).toHaveText(dashboardTexts.titles.club);
  await expect(dashboard.titles()).toHaveText([
    overviewTexts.figures,
    overviewTexts.birthdays,
    overviewTexts.contacted,
    overviewTexts.recent,
    overviewTexts.favorites,
  ]);
  await expect(page.getByRole('link', { name: shellTexts.dashboard })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(page.getByRole('button', { name: layoutTexts.arrange })).toHaveCount(0);
});

// contract: club §2.11-2, §2.11-3
test('a board member has the Bestuursdashboard, and the previous tools beside it', async ({
  page,
  dashboard,
  signInAs,
}) => {
  await signInAs(colleague('bestuur'));
  await dashboard.open();
  await expect(dashboard.heading).toHaveText('Bestuursdashboard');
  await expect(dashboard.titles()).toHaveText(titles('birthdays', 'anniversaries', 'attention'));
  await page.getByRole('link', { name: dashboardTexts.toClub }).click();
  await expect(page).toHaveURL(/\/\?overzicht=club$/);
  await expect(dashboard.heading).toHaveText(dashboardTexts.titles.club);
  await page.getByRole('link', { name: 'Bestuursdashboard' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(dashboard.heading).toHaveText('Bestuursdashboard');
});

// contract: club §2.11-9, §2.11-11
test('a coordinator of two teams sees these and their matches', async ({
  page,
  dashboard,
  signInAs,
}) => {
  await signInAs(colleague('coordinator'));
  const { teams } = await read<RoleDashboard>(page, '/club/v1/dashboard/workspace');
  expect(teams).toHaveLength(2);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.endsWith('/dashboard/matches')) asked.push(search);
  });
  await dashboard.open();
  await expect(dashboard.heading).toHaveText(dashboardTexts.titles.teams);
  await expect(dashboard.titles()).toHaveText(titles('birthdays', 'attention', 'matches', 'teams'));
  await expect(dashboard.block('teams').getByRole('listitem')).toHaveCount(2);
  const tabs = dashboard.block('matches').getByRole('tab');
  await expect(tabs).toHaveText(teams.map(({ name }) => name));
  await tabs.nth(1).click();
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(dashboard.block('matches').getByRole('tabpanel')).toBeVisible();
  // Each team's own programme, and never that of the club.
  await expect.poll(() => asked).toEqual(teams.map(({ id }) => `?team_id=${id}`));
  await dashboard.block('teams').getByRole('link', { name: teams[0]?.name }).click();
  await expect(page).toHaveURL(new RegExp(`/teams/${teams[0]?.id ?? 0}$`));
});

// contract: club §2.11-12
test('a match secretary sees the programme of the club', async ({ page, dashboard, signInAs }) => {
  await signInAs(colleague('wedstrijdzaken'));
  await dashboard.open();
  await expect(dashboard.heading).toHaveText(dashboardTexts.titles.matches);
  await expect(dashboard.titles()).toHaveText(titles('birthdays', 'attention', 'matches'));
  const block = dashboard.block('matches');
  // The demo's programme comes with a job.
  await expect(async () => {
    await page.reload();
    await expect(block.getByText(/^Opgehaald/)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  const rows = block.getByRole('listitem').filter({ hasText: matchTexts.rooms });
  await expect(rows).toHaveCount(3);
  await block.getByRole('button', { name: /^Toon alle \d+ wedstrijden$/ }).click();
  expect(await rows.count()).toBeGreaterThan(3);
  // contract: what is empty is not filled in yet, and what the source says stays.
  await expect(rows.filter({ hasText: matchTexts.notFilledIn }).first()).toBeVisible();
  await expect(rows.filter({ hasText: '0 - geen kleedkamer' }).first()).toBeVisible();
});

test('all three at once: every block, three calls, arranged and given back', async ({
  page,
  dashboard,
  signInAs,
  boss,
}) => {
  test.slow();
  const team = await makeGroup(boss, 'teams', unique('JO9'));
  const other = await makeGroup(boss, 'teams', unique('JO9'));
  await give(boss, everything, [team, other]);
  // On some days nobody of the demo has a birthday soon.
  for (const days of [1, 2, 3, 4]) {
    const soon = new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(4, 10);
    await makePerson(boss, {
      first_name: 'Jarig',
      last_name: unique('Job'),
      birthdate: `1992${soon}`,
    });
  }
  await signInAs(versatile);
  // The layout is kept: it begins as it was given, also when the test ran here before.
  const { layout } = await read<RoleDashboard>(page, '/club/v1/dashboard/workspace');
  await page.request.post('/api/club/v1/dashboard/layout', {
    headers: await nonceOf(page),
    data: layout.defaults,
  });
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname.replace('/api/club/v1/', ''));
  });
  await dashboard.open();
  await expect(dashboard.heading).toHaveText('Bestuursdashboard');
  const all = titles(
    ...(['birthdays', 'anniversaries', 'attention', 'membership', 'volunteers'] as const),
    ...(['vog', 'matches', 'teams'] as const),
  );
  await expect(dashboard.titles()).toHaveText(all);
  await expect(dashboard.block('membership').getByText('Alleen spelende bondsleden')).toBeVisible();
  await expect(dashboard.block('matches').getByRole('tab')).toHaveCount(3);
  expect(calls.slice(0, 3).sort()).toEqual(['dashboard/matches', 'dashboard/workspace', 'session']);

  // contract: club §2.11-4: three birthdays show first.
  const { birthdays } = await read<RoleDashboard>(page, '/club/v1/dashboard/workspace');
  const rows = dashboard.block('birthdays').getByRole('listitem');
  expect(birthdays.length).toBeGreaterThan(3);
  await expect(rows).toHaveCount(3);
  await dashboard
    .block('birthdays')
    .getByRole('button', { name: 'Toon alle verjaardagen' })
    .click();
  await expect(rows).toHaveCount(birthdays.length);
  expect(birthdayTexts.all).toBe('Toon alle verjaardagen');

  // contract: club §2.11-15: next to each other from 1024 px, below each other under it, alone over the whole width.
  const box = async (id: 'birthdays' | 'anniversaries') => {
    const found = await dashboard.block(id).boundingBox();
    if (found === null) throw new Error(`${id} has no box`);
    return found;
  };
  for (const [width, beside] of [
    [1440, true],
    [1024, true],
    [1023, false],
    [390, false],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    // The page may still be drawing the width before, or something above them.
    await expect(async () => {
      const [first, second] = [await box('birthdays'), await box('anniversaries')];
      expect(first.y === second.y, `at ${width}`).toBe(beside);
      if (!beside) expect(second.y).toBeGreaterThanOrEqual(first.y + first.height);
    }).toPass({ timeout: 45_000 });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const half = (await box('birthdays')).width;

  // By keyboard, and by dragging.
  await dashboard.arrange();
  await expectAccessible(page);
  const kept = () => page.waitForResponse('**/dashboard/layout');
  let saved = kept();
  await page.getByRole('button', { name: layoutTexts.up(dashboardTexts.blocks.teams) }).focus();
  await page.keyboard.press('Enter');
  expect((await saved).status()).toBe(200);
  saved = kept();
  const shows = page.getByRole('checkbox', {
    name: layoutTexts.show(dashboardTexts.blocks.anniversaries),
  });
  await shows.click(); // it follows what was saved
  expect((await saved).status()).toBe(200);
  await expect(shows).not.toBeChecked();
  saved = kept();
  const line = (id: keyof typeof dashboardTexts.blocks) =>
    page.getByRole('listitem').filter({ hasText: dashboardTexts.blocks[id] });
  await line('vog').locator('span[class*=grip]').hover();
  await page.mouse.down();
  const target = await line('birthdays').boundingBox();
  if (target === null) throw new Error('there is no first line');
  await page.mouse.move(target.x + 30, target.y + 20, { steps: 8 });
  // The first line makes room: what is let go before stays where it was over then.
  await expect
    .poll(async () => (await line('birthdays').boundingBox())?.y)
    .toBeGreaterThan(target.y);
  await page.mouse.up();
  expect((await saved).status()).toBe(200);
  await dashboard.done();
  const arranged = titles(
    ...(['vog', 'birthdays', 'attention', 'membership', 'volunteers'] as const),
    ...(['teams', 'matches'] as const),
  );
  await expect(dashboard.titles()).toHaveText(arranged);
  expect((await box('birthdays')).width).toBeGreaterThan(1.9 * half);
  await page.reload();
  await expect(dashboard.titles()).toHaveText(arranged);

  // contract: club §2.11-13: what is taken away goes from the page that is open, and comes back last.
  await give(boss, [...everything.filter((role) => role !== 'club_vog')], [team, other]);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(dashboard.block('vog')).toHaveCount(0);
  await expect(dashboard.titles()).toHaveText(arranged.slice(1));
  await give(boss, everything, [team, other]);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(dashboard.titles()).toHaveText([...arranged.slice(1), ...titles('vog')]);

  saved = kept();
  await dashboard.arrange();
  await page.getByRole('button', { name: layoutTexts.reset }).click();
  await saved;
  await dashboard.done();
  await expect(dashboard.titles()).toHaveText(all);

  // All of it hidden is allowed, and says so (contract: club §2.11-14).
  await page.request.post('/api/club/v1/dashboard/layout', {
    headers: await nonceOf(page),
    data: { order: [], hidden: ['attention', 'birthdays'] },
  });

  // Without any role what is left is the overview of the club.
  await give(boss, []);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(dashboard.heading).toHaveText(dashboardTexts.titles.club);
  await give(boss, ['club_jubilarissen']);
});

// contract: club §2.11-10
test('a task is finished from the dashboard', async ({ page, dashboard, signInAs }) => {
  await signInAs(environment.secretary());
  await dashboard.open();
  const block = dashboard.block('attention');
  await block.getByRole('button', { name: attentionTexts.add }).click();
  const what = unique('Velden keuren');
  await page.getByRole('dialog').getByLabel(todoTexts.what).fill(what);
  await page.getByRole('dialog').getByRole('button', { name: todoTexts.addSubmit }).click();
  await expect(block.getByText(what)).toBeVisible();
  await block.getByRole('button', { name: todoTexts.finishThing(what) }).click();
  // It is about nobody: there is nobody with whom an activity could be logged.
  await expect(page.getByRole('menuitem', { name: todoTexts.finishAs.completed })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: todoTexts.finishAs.logged })).toHaveCount(0);
  await page.getByRole('menuitem', { name: todoTexts.finishAs.completed }).click();
  await expect(block.getByText(what)).toHaveCount(0);
});

test('a block that does not load says so, and one that is old says how old', async ({
  page,
  dashboard,
  signInAs,
}) => {
  await signInAs(environment.admin());
  let down = true;
  await page.route('**/dashboard/workspace', async (route) => {
    if (down) {
      const json = { code: 'x', message: 'Kapot.', data: { status: 400 } };
      await route.fulfill({ status: 400, json });
      return;
    }
    const response = await route.fetch();
    const told = (await response.json()) as { birthdays: { name: string }[] };
    const [first, ...others] = told.birthdays;
    const birthdays = [{ ...first, name: 'Marloes van Vliet-de Vries' }, ...others];
    await route.fulfill({ response, json: { ...told, birthdays } });
  });
  await dashboard.open();
  const birthdays = dashboard.block('birthdays');
  await expect(birthdays.getByText(dashboardTexts.failed)).toBeVisible();
  // The matches come by themselves.
  await expect(
    dashboard.block('matches').getByText(/^(Opgehaald|Nog niet opgehaald)/),
  ).toBeVisible();
  await expectAccessible(page);
  down = false;
  await birthdays.getByRole('button', { name: 'Opnieuw proberen' }).click();
  await expect(birthdays.getByText(dashboardTexts.failed)).toHaveCount(0);
  await expect(birthdays.getByRole('listitem').first()).toBeVisible();
  down = true;
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(birthdays.getByText(/bijwerken lukte niet/)).toBeVisible();
  // On a phone what does not fit behind a name stands below it.
  await page.setViewportSize({ width: 390, height: 844 });
  const line = birthdays.getByRole('listitem').first();
  await expect(line).toContainText(/Marloes van Vliet-de Vries.*wordt \d+/);
  expect((await line.boundingBox())?.height).toBeLessThan(80);
});

test('how soon the dashboard shows is told, not judged', async ({ page, dashboard, signInAs }) => {
  await signInAs(environment.admin());
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.setCacheDisabled', { cacheDisabled: true });
  await dashboard.open();
  await expect(dashboard.block('birthdays').getByRole('listitem').first()).toBeVisible();
  const painted = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          resolve(list.getEntries().at(-1)?.startTime ?? 0);
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
  // What is asked until the answer with the dashboard is there: the paint waits for no more, whenever it comes.
  const asked = await page.evaluate(() => {
    const calls = (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ initiatorType }) => initiatorType === 'fetch') // photos are no calls
      .map(({ name, startTime, responseEnd }) => ({
        path: new URL(name).pathname.replace('/api/club/v1/', ''),
        startTime,
        responseEnd,
      }));
    const until = calls.find(({ path }) => path === 'dashboard/workspace')?.responseEnd ?? 0;
    return calls.filter(({ startTime }) => startTime < until).map(({ path }) => path);
  });
  test.info().annotations.push({
    type: 'largest paint of the dashboard',
    description: `${Math.round(painted)} ms, after ${asked.join(', ')}`,
  });
  expect(painted).toBeGreaterThan(0);
  expect(asked, asked.join(', ')).toContain('dashboard/workspace');
  expect(asked.length, asked.join(', ')).toBeLessThanOrEqual(3);
});

test('administrators alone see how old the last backup is', async ({ page, dashboard }) => {
  const club = await startDemo({ people: 20, log: 'server-backup' });
  try {
    const openAs = async (data: SignIn) => {
      const answer = await page.request.post(`${club.baseURL}/api/club/v1/session`, { data });
      expect(answer.ok()).toBe(true);
      await dashboard.open(club.baseURL);
    };
    const block = dashboard.block('attention');
    const line = block.getByText(/back-up/);
    await openAs(club.admin);
    await expect(line).toHaveText(`${backupTexts.never} ${backupTexts.how}`);
    club.run(['backup', '--to', 'club.backup'], '');
    await page.reload();
    await expect(line).toHaveText(
      /^De laatste nagekeken back-up is van (vandaag|gisteren) om \d\d:\d\d\.$/,
    );
    await expectAccessible(page);
    await openAs(colleague('wedstrijdzaken'));
    await expect(
      block.getByText(attentionTexts.noTasks).or(block.getByRole('listitem')).first(),
    ).toBeVisible();
    await expect(line).toHaveCount(0);
  } finally {
    club.stop();
  }
});

// contract: club §2.11-12
test.describe('both sources of matches down', () => {
  let club: DemoServer;
  let folder: string;
  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'clubhuis-e2e-'));
    const key = join(folder, 'key');
    writeFileSync(key, 'sleutel-van-de-club', { mode: 0o600 });
    club = await startDemo({
      people: 20,
      log: 'server-dashboard',
      // Nobody listens there.
      flags: ['--matches-url', 'http://127.0.0.1:9', '--matches-key-file', key],
    });
  });
  test.afterAll(() => {
    club.stop();
    rmSync(folder, { recursive: true });
  });

  test('is never a confident empty programme', async ({ page, dashboard }) => {
    const answer = await page.request.post(`${club.baseURL}/api/club/v1/session`, {
      data: colleague('wedstrijdzaken'),
    });
    expect(answer.ok()).toBe(true);
    await dashboard.open(club.baseURL);
    const block = dashboard.block('matches');
    await expect(block.getByRole('note')).toHaveCount(2);
    await expect(block.getByText(matchTexts.unknown)).toBeVisible();
    await expect(block.getByText(matchTexts.none)).toHaveCount(0);
    await expectAccessible(page);
  });
});
