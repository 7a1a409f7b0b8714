import { createHmac } from 'node:crypto';

import type { Page } from '@playwright/test';

import { commonTexts } from '../../src/texts/common';
import {
  factorRuleTexts,
  mandatoryFactorTexts,
  secondFactorTexts as texts,
} from '../../src/texts/second-factor';
import { accountTexts } from '../../src/texts/settings-admin';
import { shellTexts } from '../../src/texts/shell';
import { signInTexts } from '../../src/texts/sign-in';
import { expectAccessible } from '../setup/axe';
import { startDemo, type DemoServer } from '../setup/demo-server';
import { expect, signIn, test as base } from '../setup/fixtures';

const user = { username: 'penningmeester', password: 'een-eigen-wachtwoord-van-piet' };

/** A club of its own, whose administrator asks for second factors. */
const test = base.extend<object, { club: DemoServer }>({
  club: [
    async ({}, use, { workerIndex }) => {
      const club = await startDemo({ people: 5, log: `server-factor-${workerIndex}` });
      club.run(
        [
          ...['user', 'add', '--username', user.username, '--email', 'piet@clubhuis.example'],
          ...['--display-name', 'Piet Penning', '--role', 'club_financieel', '--password-stdin'],
        ],
        user.password,
      );
      await use(club);
      club.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ club }, use) => use(club.baseURL),
});

/** What an app shows: RFC 6238. later counts half minutes. */
function codeOf(secret: string, later = 0): string {
  const bits = Array.from(secret.replaceAll(' ', ''), (sign) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'),
  ).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const sum = createHmac('sha1', key).update(step).digest();
  const at = (sum.at(-1) ?? 0) & 0x0f;
  return String((sum.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Goes from the QR code to the recovery codes, and returns both secrets. */
async function setUp(page: Page): Promise<{ secret: string; recovery: string[] }> {
  await expect(page.getByRole('img', { name: texts.qr })).toBeVisible();
  const secret = await page.locator('output').innerText();
  const code = page.getByLabel(texts.code);
  await expect(code).toBeFocused();
  await code.fill('000000');
  await page.getByRole('button', { name: texts.confirm }).click();
  await expect(page.getByText('Deze code klopt niet.', { exact: false })).toBeVisible();
  await expect(code).toBeFocused();
  await expectAccessible(page);
  await code.fill(codeOf(secret));
  await page.getByRole('button', { name: texts.confirm }).click();
  await expect(page.getByText(texts.codes)).toBeFocused();
  const recovery = await page.locator('li code').allInnerTexts();
  expect(recovery).toHaveLength(10);
  await expectAccessible(page);
  await page.getByRole('button', { name: texts.saved }).click();
  return { secret, recovery };
}

test('a user turns a second factor on, and signs in with an app, a recovery code, and after a reset with none', async ({
  page,
  browser,
  club,
  signInPage,
}) => {
  await signIn(page, user);
  await page.goto('/instellingen/beveiliging');
  await page.getByRole('button', { name: texts.turnOn }).click();
  const { secret, recovery } = await setUp(page);
  await expect(page.getByText(texts.left(10))).toBeVisible();

  await page.context().clearCookies();
  await signInPage.open();
  await signInPage.signIn(user);
  await expect(page.getByRole('status')).toContainText(signInTexts.codeAsked);
  const code = page.getByLabel(signInTexts.code);
  await expect(code).toBeFocused();
  await expectAccessible(page);
  // Whoever else signs in has no code.
  await signInPage.signIn(club.admin);
  await expect(page).not.toHaveURL(/aanmelden/);
  await page.context().clearCookies();
  await signInPage.open();
  await signInPage.signIn(user);
  await expect(code).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(signInTexts.codeMissing, { exact: true })).toBeVisible();
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText(signInTexts.wrongCode);
  await code.fill(codeOf(secret, 1)); // the one of now was used to set it up
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/aanmelden/);

  await page.context().clearCookies();
  await signInPage.open();
  await signInPage.signIn(user);
  await code.fill(recovery[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/aanmelden/);
  await page.goto('/instellingen/beveiliging');
  await expect(page.getByText(texts.left(9))).toBeVisible();
  await page.getByRole('button', { name: texts.otherPhone }).click();
  await expect(page.getByText(texts.otherMessage)).toBeVisible();
  const other = await setUp(page);
  expect(other.secret).not.toBe(secret);
  await expect(page.getByText(texts.left(10))).toBeVisible();

  const office = await browser.newPage({ baseURL: club.baseURL });
  await signIn(office, club.admin);
  await office.goto('/instellingen/gebruikers');
  await expect(office.getByText(accountTexts.hasFactor)).toBeVisible();
  await office.getByRole('button', { name: accountTexts.actions('Piet Penning') }).click();
  await office.getByRole('menuitem', { name: accountTexts.factor }).click();
  await office.getByRole('button', { name: accountTexts.factor }).click();
  await expect(office.getByText(accountTexts.hasFactor)).toHaveCount(0);
  await office.close();
  await page.context().clearCookies();
  await signIn(page, user);
});

test('who has a role that asks for it sets it up before anything else', async ({
  page,
  browser,
  club,
  signInPage,
}) => {
  await signIn(page, user);
  await page.goto('/taken');
  await expect(page.getByRole('main')).toBeVisible();
  const office = await browser.newPage({ baseURL: club.baseURL });
  await signIn(office, club.admin);
  await office.goto('/instellingen/rechten');
  await office.getByRole('combobox', { name: factorRuleTexts.roles }).click();
  await office.getByRole('option', { name: 'Financieel' }).click();
  await office.keyboard.press('Escape');
  await office.getByRole('button', { name: commonTexts.save }).last().click();
  await expect(office.getByText(commonTexts.saved)).toBeVisible();

  // The page that is open leads there with the first thing that it asks.
  await page.getByRole('link', { name: shellTexts.people }).first().click();
  await expect(page).toHaveURL(/\/tweestaps\?/);
  await page.goto('/leden?sort=modified');
  await expect(page).toHaveURL(/\/tweestaps\?terug=/);
  await expectAccessible(page);
  await page.context().clearCookies();
  await page.getByRole('button', { name: mandatoryFactorTexts.begin }).click();
  await expect(page).toHaveURL(/\/aanmelden\?terug=/);
  await signInPage.signIn(user);
  await page.getByRole('button', { name: mandatoryFactorTexts.begin }).click();
  await setUp(page);
  await expect(page).toHaveURL(/\/leden\?sort=modified$/);
  await page.goto('/instellingen/beveiliging');
  await expect(page.getByText(texts.required)).toBeVisible();
  await expect(page.getByRole('button', { name: texts.turnOff })).toHaveCount(0);

  await office.close();
});
