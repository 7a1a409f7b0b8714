import { dashboardTexts } from '../../src/texts/dashboard';
import { settingsTexts } from '../../src/texts/settings';
import { SettingsPage } from '../pom/settings-page';
import { SignInPage } from '../pom/sign-in-page';
import { environment } from '../setup/environment';
import { expect, signIn, test } from '../setup/fixtures';

// These tests end sessions and change the password of one and the same user.
test.describe.configure({ mode: 'serial' });

test.beforeEach(async ({ signInAs }) => signInAs(environment.spare()));

test('an application password is shown once, works, and is revoked', async ({
  page,
  settings,
  playwright,
}) => {
  await settings.open();
  const secret = await settings.createApplicationPassword('Websitekoppeling');
  expect(secret).toMatch(/^(\w{4} ){5}\w{4}$/);
  await expect(settings.applicationPasswordsCard.getByText('Websitekoppeling')).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);

  const program = await playwright.request.newContext({
    baseURL: environment.baseURL(),
    extraHTTPHeaders: {
      Authorization: `Basic ${btoa(`${environment.spare().username}:${secret}`)}`,
    },
  });
  expect((await program.get('/api/club/v1/user/me')).status()).toBe(200);

  await settings.revokeApplicationPassword('Websitekoppeling');
  await expect(page.getByText(settingsTexts.applicationPasswords.revoked)).toBeVisible();
  expect((await program.get('/api/club/v1/user/me')).status()).toBe(401);
  await program.dispose();
});

test('another session is seen and ended', async ({ browser, settings, page }) => {
  const elsewhere = await browser.newContext({
    baseURL: environment.baseURL(),
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  const other = await elsewhere.newPage();
  await signIn(other, environment.spare());
  await new SettingsPage(other).open();

  await settings.open();
  await expect(settings.sessionsCard.getByText(settingsTexts.sessions.current)).toHaveCount(1);
  await settings.sessionsCard
    .getByRole('button', { name: settingsTexts.sessions.endThing('Firefox op Windows') })
    .first()
    .click();
  await expect(page.getByText(settingsTexts.sessions.ended)).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused(); // the button that was used is gone

  await other.goto('/leden');
  await expect(new SignInPage(other).heading).toBeVisible();
  await elsewhere.close();
});

test('a password is refused with the reason at its field', async ({ settings }) => {
  await settings.open();
  await settings.changePassword(environment.spare().password, 'kort');
  await expect(settings.passwordCard.getByText(settingsTexts.password.tooShort)).toBeVisible();
  await settings.changePassword('fout', 'een-nieuw-en-lang-wachtwoord');
  await expect(settings.passwordCard.getByText('Huidig wachtwoord is onjuist.')).toBeVisible();
});

test('a changed password ends every session and works', async ({ page, settings, dashboard }) => {
  const { username, password } = environment.spare();
  const next = 'een-nieuw-en-lang-wachtwoord';
  const signInPage = new SignInPage(page);

  await settings.open();
  await settings.changePassword(password, next);
  await expect(page.getByText(settingsTexts.password.done)).toBeVisible();
  await signInPage.signIn({ username, password: next });
  await expect(dashboard.heading).toHaveText(dashboardTexts.titles.administrator);

  // Back to what the other tests know.
  await settings.open();
  await settings.changePassword(next, password);
  await expect(page.getByText(settingsTexts.password.done)).toBeVisible();
});

test('who connects a program is led to the API', async ({ page, settings }) => {
  await settings.open('programmas');
  await page.getByRole('link', { name: settingsTexts.programs.reference }).click();
  await expect(page.getByText('/club/v1/version').first()).toBeVisible();
});
