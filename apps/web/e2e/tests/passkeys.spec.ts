import { createServer } from 'node:net';

import type { Page } from '@playwright/test';

import { mandatoryFactorTexts, secondFactorTexts } from '../../src/texts/second-factor';
import { passkeyTexts as texts } from '../../src/texts/passkeys';
import { signInAgainTexts, signInTexts } from '../../src/texts/sign-in';
import { expectAccessible } from '../setup/axe';
import { startDemo, type DemoServer } from '../setup/demo-server';
import { expect, signIn, test as base } from '../setup/fixtures';
import { keepScreenshot } from '../setup/screenshot';

const user = { username: 'penningmeester', password: 'een-eigen-wachtwoord-van-piet' };

/** A port that is free and stays so: connections get theirs above these (Linux, IANA). */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer();
    const free = await new Promise<boolean>((told) => {
      server.once('error', () => told(false)).listen(port, '127.0.0.1', () => told(true));
    });
    await new Promise((done) => server.close(done));
    if (free) return port;
  }
}

/** A club of its own at a name: there are no passkeys for a number. */
const test = base.extend<object, { club: DemoServer & { address: string } }>({
  club: [
    async ({}, use, { workerIndex }) => {
      const port = await freePort();
      const address = `http://localhost:${port}`;
      const club = await startDemo({
        people: 5,
        log: `server-passkeys-${workerIndex}`,
        flags: ['--listen', `127.0.0.1:${port}`, '--base-url', address],
      });
      club.run(
        [
          ...['user', 'add', '--username', user.username, '--email', 'piet@clubhuis.example'],
          ...['--display-name', 'Piet Penning', '--role', 'club_financieel', '--password-stdin'],
        ],
        user.password,
      );
      await use({ ...club, address });
      club.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ club }, use) => use(club.address),
});

/** A phone that the browser plays; it says who is there. */
async function plugIn(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verified: (isUserVerified: boolean) =>
      browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    credentials: async () => {
      const { credentials } = await browser.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials;
    },
  };
}

test('a user adds a passkey, signs in with it, uses it after the password, and removes it', async ({
  page,
  club,
  signInPage,
}, info) => {
  const phone = await plugIn(page);
  await signIn(page, user);
  await page.goto('/instellingen/beveiliging');
  const shoot = async (name: string) => {
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await keepScreenshot(page, { path: info.outputPath(`${name}-${width}.png`), fullPage: true });
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  };
  await expect(page.getByText(texts.empty)).toBeVisible();
  await page.getByRole('button', { name: texts.add }).click();
  const name = page.getByLabel(texts.name, { exact: true });
  await page.getByRole('button', { name: texts.make }).click();
  await expect(page.getByText(texts.nameMissing)).toBeVisible();
  await expectAccessible(page);
  await shoot('passkey-naam');
  await name.fill('Telefoon');
  await page.getByRole('button', { name: texts.make }).click();
  await expect(page.getByText(secondFactorTexts.codes)).toBeVisible();
  expect(await page.locator('li code').count()).toBe(10);
  await page.getByRole('button', { name: secondFactorTexts.saved }).click();
  await expect(page.getByText('Telefoon', { exact: true })).toBeVisible();
  await expect(page.getByText(texts.usedAt(texts.never), { exact: false })).toBeVisible();
  expect(await phone.credentials()).toHaveLength(1);
  await expectAccessible(page);
  await shoot('passkeys');

  // The device has one: it says so itself.
  await page.getByRole('button', { name: texts.add }).click();
  await name.fill('Nog een keer');
  await page.getByRole('button', { name: texts.make }).click();
  await expect(page.getByRole('alert')).toContainText(texts.known);
  await page.keyboard.press('Escape');

  await page.context().clearCookies();
  await signInPage.open();
  await expectAccessible(page);
  await shoot('aanmelden');
  await page.getByRole('button', { name: texts.signIn }).click();
  await expect(page).not.toHaveURL(/aanmelden/);

  await page.context().clearCookies();
  await signInPage.open();
  await signInPage.signIn(user);
  await expect(page.getByRole('status')).toContainText(signInTexts.codeAsked);
  await shoot('aanmelden-tweede-stap');
  await page.getByRole('button', { name: texts.instead }).click();
  await expect(page).not.toHaveURL(/aanmelden/);

  // The session ends before what is asked next: above the page, a passkey signs in again, too.
  await page.goto('/instellingen/beveiliging');
  await page.getByRole('button', { name: texts.removeThing('Telefoon') }).click();
  await page.context().clearCookies();
  await page.getByRole('button', { name: texts.remove, exact: true }).last().click();
  const again = page.getByRole('dialog', { name: signInAgainTexts.title });
  await again.getByLabel(signInTexts.password, { exact: true }).fill(user.password);
  await again.getByRole('button', { name: signInTexts.submit, exact: true }).click();
  await expect(again.getByText(signInTexts.codeAsked)).toBeVisible();
  await phone.verified(false);
  await again.getByRole('button', { name: texts.instead }).click();
  await expect(again.getByRole('alert')).toContainText(texts.stopped);
  await expectAccessible(page);
  await shoot('opnieuw-aanmelden');
  await phone.verified(true);
  await again.getByRole('button', { name: texts.instead }).click();
  await expect(again).toHaveCount(0);
  await expect(page.getByText(texts.empty)).toBeVisible();
  const mailed = () => club.mails().filter((mail) => /passkey/i.test(mail)).length;
  await expect.poll(mailed).toBeGreaterThan(1);

  // The device still has it, and the club refuses it.
  await page.context().clearCookies();
  await signInPage.open();
  await page.getByRole('button', { name: texts.signIn }).click();
  await expect(page.getByRole('alert')).toContainText(signInTexts.passkeyRefused);
  await phone.verified(false);
  await page.getByRole('button', { name: texts.signIn }).click();
  await expect(page.getByRole('alert')).toContainText(texts.stopped);
  await signInPage.signIn(user);
  await expect(page).not.toHaveURL(/aanmelden/);
});

test('who has a role that asks for a second factor sets up a passkey', async ({
  page,
  browser,
  club,
}) => {
  const office = await browser.newPage({ baseURL: club.address });
  await signIn(office, club.admin);
  const session = await office.request.get('/api/club/v1/session');
  const { nonce } = (await session.json()) as { nonce: string };
  const asked = await office.request.post('/api/club/v1/second-factor', {
    headers: { 'X-CMS-Nonce': nonce },
    data: { roles: ['club_financieel'] },
  });
  expect(asked.status()).toBe(200);
  await office.close();

  await plugIn(page);
  await signIn(page, user);
  await page.goto('/leden');
  await expect(page).toHaveURL(/\/tweestaps\?terug=/);
  await page.getByRole('button', { name: mandatoryFactorTexts.beginPasskey }).click();
  await page.getByLabel(texts.name, { exact: true }).fill('Laptop');
  await page.getByRole('button', { name: texts.make }).click();
  await page.getByRole('button', { name: secondFactorTexts.saved }).click();
  await expect(page).not.toHaveURL(/tweestaps/);
  await page.goto('/instellingen/beveiliging');
  await expect(page.getByText('Laptop', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: texts.removeThing('Laptop') })).toHaveCount(0);
});
