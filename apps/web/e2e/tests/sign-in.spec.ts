import type { Page } from '@playwright/test';

import { commonTexts } from '../../src/texts/common';
import { dashboardTexts } from '../../src/texts/dashboard';
import { errorTexts } from '../../src/texts/errors';
import { signInAgainTexts, signInTexts } from '../../src/texts/sign-in';
import { workspaceTexts } from '../../src/texts/workspaces';
import type { PeoplePage } from '../pom/people-page';
import type { Shell } from '../pom/shell';
import { expectAccessible } from '../setup/axe';
import { environment } from '../setup/environment';
import { expect, signIn, test } from '../setup/fixtures';

test('whoever is not signed in is asked to, and then goes where they wanted', async ({
  page,
  signInPage,
  people,
}) => {
  await page.goto('/leden?sort=modified&order=desc');
  await expect(signInPage.heading).toBeVisible();
  expect(new URL(page.url()).searchParams.get('terug')).toBe('/leden?sort=modified&order=desc');

  await signInPage.signIn(environment.admin());
  await expect(people.heading).toBeVisible();
  await expect(page).toHaveURL(/\/leden\?sort=modified&order=desc$/);
});

test('a way back leads nowhere else', async ({ page, signInPage, dashboard }) => {
  await page.goto('/aanmelden?terug=//kwaad.example/');
  await signInPage.signIn(environment.admin());
  await expect(dashboard.heading).toHaveText(dashboardTexts.titles.administrator);
  expect(new URL(page.url()).origin).toBe(environment.baseURL());
});

test('a wrong password is said, and can be tried again', async ({ signInPage, dashboard }) => {
  await signInPage.open();
  await signInPage.signIn({ ...environment.admin(), password: 'fout' });
  await expect(signInPage.problem).toContainText(signInTexts.invalid);
  await expect(signInPage.password).toBeFocused();

  await signInPage.signIn(environment.admin());
  await expect(dashboard.heading).toHaveText(dashboardTexts.titles.administrator);
});

test('empty fields are said at the fields', async ({ page, signInPage }) => {
  await signInPage.open();
  await signInPage.submit.click();
  await expect(page.getByText(signInTexts.usernameMissing)).toBeVisible();
  await expect(page.getByText(signInTexts.passwordMissing)).toBeVisible();
  await expect(signInPage.username).toBeFocused();
});

test('too many tries: the page says how long to wait', async ({ page, signInPage }) => {
  const data = { username: 'iemand-die-niet-bestaat', password: 'fout' };
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await page.request.post('/api/club/v1/session', { data });
  }
  await signInPage.open();
  await signInPage.signIn(data);
  await expect(signInPage.problem).toContainText(/Wacht \d+ (minuten|minuut)/);
});

test('signing out ends the session', async ({ page, signInAs, people, shell, signInPage }) => {
  await signInAs(environment.admin());
  await people.open();
  await shell.signOut();
  await expect(signInPage.heading).toBeVisible();
  await page.goto('/leden');
  await expect(signInPage.heading).toBeVisible();
});

/** The list of a session that ended behind its back, just as it asks for another order. */
async function askTooLate(page: Page, people: PeoplePage, shell: Shell): Promise<void> {
  await signIn(page, environment.admin());
  await people.open();
  await shell.endSession();
  await people.sortBy('Leeftijd');
}

test('a session that ended elsewhere is begun anew above the page, which then goes on', async ({
  page,
  people,
  shell,
  signInPage,
}) => {
  await askTooLate(page, people, shell);
  await expect(page.getByText(signInAgainTexts.message)).toBeVisible();
  await expectAccessible(page);
  // What was typed below is not lost by a slip.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: commonTexts.close })).toHaveCount(0);
  await expect(page.getByText(signInAgainTexts.message)).toBeVisible();
  await signInPage.signIn(environment.admin());
  await expect(page).toHaveURL(/\/leden\?sort=age/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(people.heading).toBeVisible();
});

test('who does not sign in again comes to Aanmelden, and back from there', async ({
  page,
  people,
  shell,
  signInPage,
}) => {
  await askTooLate(page, people, shell);
  await page.getByRole('button', { name: signInAgainTexts.leave }).click();
  await expect(signInPage.heading).toBeVisible();
  await expect(signInPage.username).toBeFocused();
  await signInPage.signIn(environment.admin());
  await expect(page).toHaveURL(/\/leden\?sort=age/);
});

test('a file that is asked for after the session ended comes once somebody signed in again', async ({
  page,
  signInAs,
  people,
  shell,
  signInPage,
}) => {
  await signInAs(environment.admin());
  await people.open();
  await shell.endSession();
  const coming = people.download('csv');
  await expect(page.getByText(signInAgainTexts.message)).toBeVisible();
  await signInPage.signIn(environment.admin());
  expect((await coming).suggestedFilename()).toMatch(/\.csv$/);
});

test('what was typed is not sent as somebody else, who signed in in another tab', async ({
  page,
  context,
  browser,
  signInAs,
}) => {
  await signInAs(environment.admin());
  await page.goto('/werkruimtes');
  await page.getByRole('button', { name: workspaceTexts.add }).click();
  const name = page.getByRole('textbox', { name: workspaceTexts.name, exact: true });
  await name.fill('Van de beheerder');
  const elsewhere = await browser.newContext();
  await signIn(await elsewhere.newPage(), environment.user());
  // At once: what the page asks meanwhile would bring the question to sign in again.
  await context.addCookies(await elsewhere.cookies());
  await elsewhere.close();
  await page.getByRole('button', { name: commonTexts.save }).click();
  // What the page below asks for the administrator alone, the other one does not get.
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    errorTexts.otherUser.message,
  );
  await expect(name).toHaveValue('Van de beheerder');
});
