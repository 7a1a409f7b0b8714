import { commonTexts } from '../../src/texts/common';
import { errorTexts } from '../../src/texts/errors';
import { forgottenTexts, newPasswordTexts, signInTexts } from '../../src/texts/sign-in';
import { mailTexts } from '../../src/texts/mails';
import { settingsTexts } from '../../src/texts/settings';
import { inviteTexts, workspaceTexts } from '../../src/texts/workspaces';
import { expectAccessible } from '../setup/axe';
import { startDemo, type DemoServer } from '../setup/demo-server';
import { expect, test as base } from '../setup/fixtures';
import { makePerson } from '../setup/rest';

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

  const mailed = () => club.mails().filter((mail) => mail.includes(email));
  await expect.poll(() => mailed().length).toBe(1);
  const path = /\/wachtwoord\/[A-Za-z0-9_-]{43}/.exec(mailed()[0] ?? '')?.[0] ?? '';
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

test('who sets a password where somebody else is signed in is told so', async ({
  page,
  club,
  signInAs,
}) => {
  const links = () =>
    club.mails().flatMap((mail) => /\/wachtwoord\/[A-Za-z0-9_-]{43}/.exec(mail)?.[0] ?? []);
  const before = links();
  await page.request.post('/api/club/v1/password-reset', { data: { login: email } });
  const added = () => links().filter((link) => !before.includes(link));
  await expect.poll(added).not.toHaveLength(0);
  const path = added()[0] ?? '';
  await signInAs(club.admin);
  await page.goto(path);
  await page.getByLabel(settingsTexts.password.new, { exact: true }).fill(fresh);
  await page.getByLabel(settingsTexts.password.repeat).fill(fresh);
  await page.getByRole('button', { name: newPasswordTexts.submit }).click();
  await expect(page.getByText('Wachtwoord ingesteld')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test('an administrator sees what became of mails', async ({ page, club, signInAs, settings }) => {
  await page.request.post('/api/club/v1/password-reset', { data: { login: user.username } });
  await signInAs(club.admin);
  const first = page.getByRole('listitem').filter({ hasText: email }).first();
  // The club mails others, too, and this mail afterwards; the page shows what there was when it was opened.
  await expect(async () => {
    await settings.open('mail');
    await expect(first).toContainText(mailTexts.states.sent, { timeout: 1_000 });
  }).toPass();
  await page.getByLabel(mailTexts.filter).selectOption(mailTexts.states.failed);
  await expect(page.getByText(mailTexts.empty)).toBeVisible();
  await expectAccessible(page);
});

/** Also by mail. */
test('who is invited to a workspace makes an account, and sees who is in it alone', async ({
  page,
  browser,
  baseURL,
  club,
  signInAs,
}) => {
  const guest = { email: 'gerda@clubhuis.example', password: 'een-lang-wachtwoord-van-gerda' };
  await signInAs(club.admin);
  await page.goto('/werkruimtes');
  await page.getByRole('button', { name: workspaceTexts.add }).click();
  await page.getByRole('textbox', { name: workspaceTexts.name }).fill('Feestcommissie');
  await page.getByRole('button', { name: commonTexts.save }).click();
  await page.waitForURL(/\/werkruimtes\/\d+$/);
  const workspace = Number(/\d+$/.exec(page.url())?.[0]);
  await makePerson(page, {
    ...{ first_name: 'Samen', last_name: 'Gezien' },
    ...{ _visibility: 'workspace', _assigned_workspaces: [workspace] },
  });
  const other = await makePerson(page, { first_name: 'Verborgen' });
  await page.getByRole('button', { name: workspaceTexts.invite }).click();
  await page.getByLabel(workspaceTexts.email).fill(guest.email);
  await page.getByRole('dialog').getByRole('button', { name: workspaceTexts.invite }).click();
  await expect(page.getByRole('listitem').filter({ hasText: guest.email })).toBeVisible();

  const mailed = () => club.mails().find((mail) => mail.includes(guest.email)) ?? '';
  await expect.poll(mailed).toContain('/workspace-invite/');
  const path = /\/workspace-invite\/[A-Za-z0-9_-]{43}/.exec(mailed())?.[0] ?? '';
  const visitor = await (await browser.newContext({ baseURL })).newPage();
  await visitor.goto(path);
  await visitor.getByLabel(inviteTexts.displayName).fill('Gerda Gast');
  await visitor.getByLabel(settingsTexts.password.new, { exact: true }).fill(guest.password);
  await visitor.getByLabel(settingsTexts.password.repeat).fill(guest.password);
  await expectAccessible(visitor);
  await visitor.getByRole('button', { name: inviteTexts.register }).click();
  await expect(visitor.getByRole('heading', { name: 'Feestcommissie' })).toBeVisible();
  await visitor.getByRole('link', { name: 'Samen Gezien' }).click();
  await expect(visitor.getByRole('heading', { name: 'Samen Gezien' })).toBeVisible();
  await visitor.goto(`/leden/${other}`);
  await expect(visitor.getByRole('heading', { name: errorTexts.noAccess.title })).toBeVisible();
  await visitor.goto(path);
  await expect(visitor.getByRole('alert')).toContainText(inviteTexts.useless);
  await visitor.context().close();
});
