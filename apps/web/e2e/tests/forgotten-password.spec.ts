import { forgottenTexts, newPasswordTexts, signInTexts } from '../../src/texts/sign-in';
import { mailTexts } from '../../src/texts/mails';
import { settingsTexts } from '../../src/texts/settings';
import { expectAccessible } from '../setup/axe';
import { startDemo, type DemoServer } from '../setup/demo-server';
import { expect, test as base } from '../setup/fixtures';

const user = { username: 'vergeetachtig', password: 'een-oud-wachtwoord-van-fenna' };
const fresh = 'een-nieuw-wachtwoord-van-fenna';
const email = 'fenna@clubhuis.example';

/** A club of its own, whose mails are looked at. */
const test = base.extend<object, { club: DemoServer }>({
  club: [
    async ({}, use, { workerIndex }) => {
      const club = await startDemo({ people: 5, log: `server-forgotten-${workerIndex}` });
      club.run(
        [
          ...['user', 'add', '--username', user.username, '--email', email],
          ...['--display-name', 'Fenna Vergeet', '--role', 'club_user', '--password-stdin'],
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

test('who forgot the password gets a mail, sets another one, and signs in with it', async ({
  page,
  club,
  signInPage,
}) => {
  await signInPage.open();
  await page.getByRole('link', { name: signInTexts.forgotten }).click();
  await page.getByRole('button', { name: forgottenTexts.submit }).click();
  await expect(page.getByText(forgottenTexts.loginMissing, { exact: true })).toBeVisible();
  await page.getByLabel(forgottenTexts.login).fill(email);
  await page.getByRole('button', { name: forgottenTexts.submit }).click();
  await expect(page.getByRole('status')).toContainText('Als dit account bestaat');
  await expectAccessible(page);

  await expect.poll(() => club.mails().length).toBe(1);
  const path = /\/wachtwoord\/[A-Za-z0-9_-]{43}/.exec(club.mails()[0] ?? '')?.[0] ?? '';
  await page.goto(path);
  const password = page.getByLabel(settingsTexts.password.new, { exact: true });
  const repeat = page.getByLabel(settingsTexts.password.repeat);
  const submit = page.getByRole('button', { name: newPasswordTexts.submit });
  await password.fill('kort');
  await repeat.fill('anders');
  await submit.click();
  await expect(page.getByText(settingsTexts.password.tooShort)).toBeVisible();
  await expectAccessible(page);
  await password.fill(fresh);
  await repeat.fill(fresh);
  await submit.click();

  await expect(page.getByRole('status')).toContainText('Wachtwoord ingesteld');
  await signInPage.signIn({ ...user, password: fresh });
  await expect(signInPage.heading).toBeHidden();

  await page.context().clearCookies();
  await page.goto(path);
  await expect(page.getByRole('alert')).toContainText('al gebruikt');
});

test('an administrator sees what became of mails', async ({ page, club, signInAs, settings }) => {
  await page.request.post('/api/club/v1/password-reset', { data: { login: user.username } });
  await expect.poll(() => club.mails().length).toBeGreaterThan(0);
  await signInAs(club.admin);
  await settings.open('mail');
  const first = page.getByRole('listitem').filter({ hasText: email }).first();
  await expect(first).toContainText(mailTexts.states.sent);
  await page.getByLabel(mailTexts.filter).selectOption(mailTexts.states.failed);
  await expect(page.getByText(mailTexts.empty)).toBeVisible();
  await expectAccessible(page);
});
