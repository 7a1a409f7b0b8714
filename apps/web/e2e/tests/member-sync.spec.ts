import type { Page } from '@playwright/test';

import { memberSyncTexts } from '../../src/texts/member-sync';
import { personTexts } from '../../src/texts/person';
import { shellTexts } from '../../src/texts/shell';
import { MemberSyncCard } from '../pom/member-sync';
import { expectAccessible } from '../setup/axe';
import { nonceOf } from '../setup/helpers';
import { makePerson } from '../setup/rest';
import { keepScreenshot } from '../setup/screenshot';
import { refusal, type Script, success, type SyncService } from '../setup/sync-service';
import { expect, test } from '../setup/synced-club';

// One club and one service for all.
test.describe.configure({ mode: 'default' });

test.beforeEach(async ({ signInAs, club }) => signInAs(club.admin));

const name = 'Sam Synchroon';

/** A member of this test alone. */
async function makeMember(page: Page): Promise<{ id: number; code: string }> {
  const code = Math.random().toString(36).slice(2, 10).toUpperCase().padEnd(8, 'X');
  const acf = { first_name: 'Sam', last_name: 'Synchroon', 'assoc-id': code };
  return { id: await makePerson(page, acf), code };
}

/** What the service writes to the application. */
async function rename(page: Page, id: number, nickname: string): Promise<void> {
  const headers = await nonceOf(page);
  const answer = await page.request.put(`/api/cms/v2/people/${id}`, {
    headers,
    data: { acf: { nickname } },
  });
  expect(answer.status()).toBe(200);
}

/** The service does not get any further until it is released. */
function hold(service: SyncService, code: string, then: Script): () => void {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  service.on(code, async () => {
    await held;
    const reply = await then();
    if (reply === 'down') throw new Error('hold answers');
    return reply;
  });
  return () => release();
}

const asking = (service: SyncService, code: string) =>
  service.asked.filter((asked) => asked === code).length;

test('a member is brought up to date, once, and the page shows it', async ({
  page,
  person,
  syncService,
}) => {
  const { id, code } = await makeMember(page);
  const release = hold(syncService, code, async () => {
    await rename(page, id, 'Sammie');
    return success(code, 'updated', id);
  });
  const card = new MemberSyncCard(page);
  await person.open(id);
  await card.startButton.dblclick();

  await expect(card.busyButton).toBeDisabled();
  await expect(card.busyButton).toBeFocused();
  await expect(card.root).toContainText(memberSyncTexts.hint);
  await card.busyButton.press('Enter');
  await expect.poll(() => asking(syncService, code)).toBe(1);
  release();

  await expect(card.notice(memberSyncTexts.outcomes.updated(name))).toBeVisible();
  await expect(card.startButton).toBeFocused();
  await expect(person.card(personTexts.identity.title).root).toContainText('Sammie');
  expect(asking(syncService, code)).toBe(1);
});

test.describe('after minutes', () => {
  test.use({ keepsContext: false }); // its clock is stopped

  test('the page can be left meanwhile, and says how long it takes', async ({
    page,
    person,
    shell,
    syncService,
  }) => {
    const { id, code } = await makeMember(page);
    const release = hold(syncService, code, async () => {
      await rename(page, id, 'Sjonnie');
      return success(code, 'updated', id);
    });
    const card = new MemberSyncCard(page);
    await page.clock.install();
    await person.open(id);
    await card.start();
    await expect(card.root).toContainText(memberSyncTexts.elapsed('0:00'));
    await page.clock.fastForward('01:05');
    await expect(card.root).toContainText(/Al 1:0\d bezig/);

    await shell.navigation.getByRole('link', { name: shellTexts.teams }).click();
    await expect(page.getByRole('heading', { level: 1, name: shellTexts.teams })).toBeVisible();
    await page.goBack();
    await expect(card.busyButton).toBeDisabled();
    await page.clock.fastForward('01:00');
    await expect(card.root).toContainText(/Al 2:\d\d bezig/);
    await expect(card.root).toContainText(memberSyncTexts.slow);

    await shell.navigation.getByRole('link', { name: shellTexts.teams }).click();
    await expect(page.getByRole('heading', { level: 1, name: shellTexts.teams })).toBeVisible();
    release();
    await expect(card.notice(memberSyncTexts.outcomes.updated(name))).toBeVisible();
    await page.goBack();
    await expect(card.startButton).toBeVisible();
    await expect(person.card(personTexts.identity.title).root).toContainText('Sjonnie');
    expect(asking(syncService, code)).toBe(1);
  });
});

test('nothing changed, and made under another number', async ({ page, person, syncService }) => {
  const { id, code } = await makeMember(page);
  const card = new MemberSyncCard(page);
  await person.open(id);
  syncService.on(code, () => success(code, 'skipped', id));
  await card.start();
  await expect(card.notice(memberSyncTexts.outcomes.skipped(name))).toBeVisible();
  syncService.on(code, () => success(code, 'created', 4711));
  await card.start();
  await expect(card.notice(memberSyncTexts.outcomes.created(name))).toContainText('4711');
});

const troubles: readonly { title: string; script: Script; says: RegExp }[] = [
  {
    title: 'a member whom the federation does not know',
    script: () => refusal(422, 'Member not found'),
    says: /niet in de ledenadministratie/,
  },
  {
    title: 'a service that is busy',
    script: () => refusal(429, 'Another individual sync is already in progress.'),
    says: /over een minuut/,
  },
  {
    title: 'a service that failed',
    script: () => refusal(500, 'Internal sync error'),
    says: /niet gelukt/,
  },
  {
    title: 'a service that took our server for nobody',
    script: () => refusal(401, 'Missing X-Sync-API-Key header'),
    says: /dezelfde sleutel/,
  },
  { title: 'a service that is down', script: () => 'down', says: /geen antwoord/ },
];

for (const { title, script, says } of troubles) {
  test(title, async ({ page, person, syncService }) => {
    const { id, code } = await makeMember(page);
    const card = new MemberSyncCard(page);
    await person.open(id);
    syncService.on(code, script);
    await card.start();
    await expect(card.notice(memberSyncTexts.failed(name))).toContainText(says);

    // And it can be tried again.
    syncService.on(code, () => success(code, 'updated', id));
    await card.start();
    await expect(card.notice(memberSyncTexts.outcomes.updated(name))).toBeVisible();
  });
}

test('a connection that breaks says that it may have been done', async ({ page, person }) => {
  const { id } = await makeMember(page);
  const card = new MemberSyncCard(page);
  await page.route('**/clubsystem/sync-individual', (route) => route.abort());
  await person.open(id);
  await card.start();
  await expect(card.notice(memberSyncTexts.failed(name))).toContainText(memberSyncTexts.noAnswer);
  await expect(card.startButton).toBeVisible();
});

test('it is offered for members, to who may', async ({ page, person, signInAs, club }) => {
  const card = new MemberSyncCard(page);
  const nobody = await makePerson(page, { first_name: 'Zonder lidnummer' });
  await person.open(nobody);
  await expect(card.root).toBeVisible();
  await expect(card.startButton).toHaveCount(0);

  await page.context().clearCookies();
  await signInAs(club.user);
  const id = await makePerson(page, { first_name: 'Van een gebruiker' });
  await page.context().clearCookies();
  await signInAs(club.admin); // a member code is for who administers members
  const coded = await page.request.put(`/api/cms/v2/people/${id}`, {
    headers: await nonceOf(page),
    data: { acf: { 'assoc-id': 'EIGEN001' } },
  });
  expect(coded.status()).toBe(200);
  await page.context().clearCookies();
  await signInAs(club.user);
  await person.open(id);
  await expect(card.root).toBeVisible();
  await expect(card.startButton).toHaveCount(0);
});

const viewports = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];

/** How the button looks, and what leads there. */
const states: Record<
  string,
  (card: MemberSyncCard, service: SyncService, code: string) => Promise<void>
> = {
  klaar: (card) => card.startButton.waitFor(),
  bezig: async (card, service, code) => {
    hold(service, code, () => refusal(422, 'Member not found'));
    await card.start();
    await card.busyButton.waitFor();
  },
  fout: async (card, service, code) => {
    service.on(code, () => refusal(422, 'Member not found'));
    await card.start();
    await card.notice(memberSyncTexts.failed(name)).waitFor();
  },
};

for (const [state, reach] of Object.entries(states)) {
  test(`pictures: ${state}`, async ({ page, person, syncService }) => {
    test.setTimeout(120_000);
    const { id, code } = await makeMember(page);
    const card = new MemberSyncCard(page);
    await person.open(id);
    await reach(card, syncService, code);
    for (const viewport of viewports) {
      await page.setViewportSize(viewport);
      await card.root.scrollIntoViewIfNeeded();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await keepScreenshot(page, {
          path: `e2e/screenshots/bijwerken-${state}-${viewport.width}-${colorScheme}.png`,
        });
        // As in screens.spec.ts: the colours are the same at every width.
        if (viewport.width === 1440 || (viewport.width === 390 && colorScheme === 'light')) {
          await expectAccessible(page);
        }
      }
    }
  });
}
