import { commonTexts } from '../../src/texts/common';
import { mandatoryFactorTexts, secondFactorTexts } from '../../src/texts/second-factor';
import { settingsTexts } from '../../src/texts/settings';
import { confirmPasswordTexts } from '../../src/texts/shell';
import { ConfirmPasswordDialog } from '../pom/confirm-password-dialog';
import { expectAccessible } from '../setup/axe';
import { startDemo, type DemoServer } from '../setup/demo-server';
import { expect, signIn, test as base } from '../setup/fixtures';
import { nonceOf } from '../setup/helpers';

const texts = settingsTexts.password;
const user = { username: 'penningmeester', password: 'een-eigen-wachtwoord-van-piet' };

/** The same club twice: at noon, and at one, when who signed in at noon is no longer fresh from it. */
const test = base.extend<object, { noon: DemoServer; atOne: string }>({
  noon: [
    async ({}, use, { workerIndex }) => {
      const club = await startDemo({
        people: 5,
        log: `server-noon-${workerIndex}`,
        flags: ['--debug', '--clock', '2026-06-15T12:00:00+02:00'],
      });
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
  atOne: [
    async ({ noon }, use, { workerIndex }) => {
      const flags = ['--debug', '--clock', '2026-06-15T13:00:00+02:00'];
      await use(await noon.beside(`server-at-one-${workerIndex}`, flags));
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ noon }, use) => use(noon.baseURL),
});

test.describe.configure({ mode: 'serial' });

test('an hour after signing in, making a credential asks for the password', async ({
  page,
  settings,
  atOne,
}) => {
  const confirm = new ConfirmPasswordDialog(page);
  await signIn(page, user);
  await settings.open();
  await settings.createApplicationPassword('Eerste'); // fresh from signing in: nothing is asked

  await page.goto(`${atOne}/instellingen/beveiliging`); // cookies know no ports
  await settings.askForApplicationPassword('Tweede');
  await expect(confirm.password).toBeFocused();
  await expectAccessible(page);
  await confirm.cancel();
  await expect(settings.applicationPasswordsCard.getByRole('alert')).toBeVisible();
  await expect(settings.secret).toHaveCount(0);

  await settings.askForApplicationPassword('Tweede');
  await confirm.give('fout');
  await expect(confirm.dialog.getByText(confirmPasswordTexts.wrong)).toBeVisible();
  await confirm.give(user.password);
  await expect(settings.secret).toHaveText(/^(\w{4} ){5}\w{4}$/);
  await page.getByRole('button', { name: settingsTexts.applicationPasswords.shownDone }).click();
  await settings.createApplicationPassword('Derde'); // and not for ten minutes
  await expect(settings.applicationPasswordsCard.getByRole('listitem')).toHaveCount(3);
});

test('a new password tells which application passwords still work, and revokes them', async ({
  page,
  settings,
  signInPage,
}) => {
  const next = 'een-ander-eigen-wachtwoord';
  await signIn(page, user);
  await settings.open();
  await expect(settings.passwordCard.getByText('Eerste, Tweede, Derde')).toBeVisible();
  await settings.changePassword(user.password, next);
  await expect(settings.passwordsLeft.getByRole('listitem')).toHaveText([
    /^Eerste/,
    /^Tweede/,
    /^Derde/,
  ]);
  await expectAccessible(page);
  await settings.passwordsLeft.getByRole('button', { name: texts.leftRevoke }).click();
  await expect(page.getByText(texts.done)).toBeVisible();

  await signInPage.signIn({ ...user, password: next });
  await settings.revokeApplicationPassword('Tweede');
  await expect(settings.applicationPasswordsCard.getByRole('listitem')).toHaveCount(2);

  await settings.changePasswordAndRevoke(next, user.password);
  await expect(page.getByText(texts.done)).toBeVisible();
  await signInPage.signIn(user);
  await expect(signInPage.heading).toBeHidden();
  await settings.open();
  await expect(
    settings.applicationPasswordsCard.getByText(settingsTexts.applicationPasswords.empty),
  ).toBeVisible();
});

test('who has to set up a second factor an hour after signing in gives the password first', async ({
  page,
  browser,
  noon,
  atOne,
}) => {
  const office = await browser.newPage({ baseURL: noon.baseURL });
  await signIn(office, noon.admin);
  const asked = await office.request.post('/api/club/v1/second-factor', {
    headers: await nonceOf(office),
    data: { roles: ['club_financieel'] },
  });
  expect(asked.status()).toBe(200);
  await office.close();

  const confirm = new ConfirmPasswordDialog(page);
  await signIn(page, user);
  await page.goto(`${atOne}/leden`);
  await expect(page).toHaveURL(/\/tweestaps\?terug=/);
  await page.getByRole('button', { name: mandatoryFactorTexts.begin }).click();
  await expect(confirm.password).toBeFocused();
  await expectAccessible(page);
  await confirm.cancel();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: commonTexts.retry }).click();
  await confirm.give('fout');
  await expect(confirm.dialog.getByText(confirmPasswordTexts.wrong)).toBeVisible();
  await confirm.give(user.password);
  await expect(page.getByRole('img', { name: secondFactorTexts.qr })).toBeVisible();
  await expect(confirm.dialog).toBeHidden();
  await expect(page.getByLabel(secondFactorTexts.code)).toBeFocused();
});
