import type { CapabilityMatrix } from '../../src/api/types';
import { commonTexts } from '../../src/texts/common';
import { personTexts } from '../../src/texts/person';
import { errorTexts } from '../../src/texts/errors';
import { notificationTexts } from '../../src/texts/notifications';
import { settingsTexts } from '../../src/texts/settings';
import {
  accountTexts,
  labelTexts,
  relationshipTypeTexts,
  rightsTexts,
  searchSettingsTexts,
  userTexts,
  volunteerTexts,
} from '../../src/texts/settings-admin';
import { expectAccessible } from '../setup/axe';
import { environment } from '../setup/environment';
import { expect, signIn, test } from '../setup/fixtures';
import { makeGroup, makePerson, read, unique } from '../setup/rest';

// They change the same settings: bringing the default types back takes the forms that another test just gave them.
test.describe.configure({ mode: 'default' });

test.beforeEach(async ({ signInAs }) => signInAs(environment.admin()));

test('relationship types are made, changed and removed', async ({ page, settings }) => {
  const texts = relationshipTypeTexts;
  const name = unique('Oppas');
  await settings.open('relatietypen');
  await expectAccessible(page);
  await page.getByRole('button', { name: texts.add }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: texts.name }).fill(name);
  await dialog.getByRole('combobox', { name: texts.inverse }).fill('Kennis');
  await page.getByRole('option', { name: 'Kennis' }).click();
  await dialog.getByRole('button', { name: commonTexts.save }).click();
  const row = page.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText(texts.inverseOf('Kennis'));

  await page.getByRole('button', { name: texts.edit(name) }).click();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: texts.name }).fill(`${name} 2`);
  await dialog.getByRole('switch').click();
  for (const [form, type] of [
    [texts.woman, 'Tante'],
    [texts.man, 'Oom'],
  ] as const) {
    await dialog.getByRole('combobox', { name: form }).fill(type);
    await page.getByRole('option', { name: type, exact: true }).click();
  }
  await dialog.getByRole('button', { name: commonTexts.save }).click();
  await expect(row).toContainText(texts.forms('Tante', 'Oom'));

  await page.getByRole('button', { name: texts.remove(`${name} 2`) }).click();
  await dialog.getByRole('button', { name: texts.removeConfirm }).click();
  await expect(page.getByText(texts.removed(`${name} 2`))).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('the default relationship types come back', async ({ page, settings }) => {
  const texts = relationshipTypeTexts;
  await settings.open('relatietypen');
  await page.getByRole('button', { name: texts.remove('Mentor') }).click();
  await page.getByRole('dialog').getByRole('button', { name: texts.removeConfirm }).click();
  const mentor = page.getByRole('button', { name: texts.edit('Mentor') });
  await expect(mentor).toHaveCount(0);
  await page.getByRole('button', { name: texts.restore }).click();
  await page.getByRole('dialog').getByRole('button', { name: texts.restore }).click();
  await expect(mentor).toBeVisible();
});

test('a name that is taken is refused with the reason', async ({ page, settings }) => {
  const texts = relationshipTypeTexts;
  await settings.open('relatietypen');
  await page.getByRole('button', { name: texts.add }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: texts.name }).fill('Partner');
  await dialog.getByRole('button', { name: commonTexts.save }).click();
  await expect(dialog.getByRole('alert')).toContainText('Er is al een term met deze naam.');
});

test('labels are made, renamed and removed', async ({ page, settings }) => {
  const name = unique('Sponsor');
  await settings.open('labels');
  await page.getByRole('textbox', { name: labelTexts.name }).fill(name);
  await page.getByRole('button', { name: labelTexts.create, exact: true }).click();
  const row = page.getByRole('listitem').filter({ hasText: name });
  await expect(row).toBeVisible();
  await expectAccessible(page);

  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: labelTexts.renameThing(name) }).click();
  await dialog.getByRole('textbox', { name: labelTexts.name }).fill(`${name} 2`);
  await dialog.getByRole('button', { name: commonTexts.save }).click();
  await expect(row).toContainText(`${name} 2`);

  await page.getByRole('button', { name: labelTexts.removeThing(`${name} 2`) }).click();
  await dialog.getByRole('button', { name: labelTexts.remove }).click();
  await expect(row).toHaveCount(0);
});

test('an account is made of a person, gets a role by hand and is deleted', async ({
  page,
  settings,
}) => {
  const name = unique('Rolf');
  const mail = `${name.split(' ')[1]}@club.example`;
  const contact_info = [{ contact_type: 'email', contact_value: mail }];
  const id = await makePerson(page, { first_name: name, contact_info });
  const dialog = page.getByRole('dialog');
  await page.goto(`/leden/${id}`);
  await page.getByRole('button', { name: commonTexts.moreActions }).click();
  await page.getByRole('menuitem', { name: personTexts.account.make }).click();
  await expect(dialog).toContainText(accountTexts.addTitleFor(name));
  await dialog.getByRole('checkbox', { name: accountTexts.sendWelcome }).uncheck();
  await dialog.getByRole('button', { name: accountTexts.create }).click();
  await expect(page.getByText(accountTexts.created)).toBeVisible();

  await settings.open('gebruikers');
  const row = page.getByRole('row').filter({ hasText: mail });
  const choose = async (deed: string) => {
    await row.getByRole('button', { name: accountTexts.actions(name) }).click();
    await page.getByRole('menuitem', { name: deed, exact: true }).click();
  };
  await choose(accountTexts.roles);
  const roles = dialog.getByRole('combobox', { name: accountTexts.byHand });
  await roles.fill('VOG');
  await page.getByRole('option', { name: 'VOG' }).click();
  await roles.press('Escape');
  await dialog.getByRole('button', { name: commonTexts.save }).click();
  await expect(row).toContainText('VOG');

  await choose(accountTexts.remove);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: accountTexts.remove }).click();
  await expect(row).toHaveCount(0);
  // The person stays, and can have another one.
  await page.goto(`/leden/${id}`);
  await page.getByRole('button', { name: commonTexts.moreActions }).click();
  await expect(page.getByRole('menuitem', { name: personTexts.account.make })).toBeVisible();
});

test('what a role may do is decided', async ({ page, settings }) => {
  await settings.open('rechten');
  const card = page.getByRole('region', { name: rightsTexts.title });
  const role = card.getByRole('combobox', { name: 'Fair play' });
  const save = card.getByRole('button', { name: commonTexts.save });
  await expectAccessible(page);
  await expect(save).toBeDisabled();
  await role.fill('Jubi');
  await page.getByRole('option', { name: 'Jubilarissen' }).click();
  await role.press('Escape');
  await save.click();
  await expect(page.getByText(commonTexts.saved)).toBeVisible();
  const { matrix } = await read<CapabilityMatrix>(page, '/club/v1/capability-matrix');
  expect(matrix.club_fairplay).toMatchObject({ fairplay: true, jubilarissen: true, vog: false });
});

test('users are listed with their roles in Dutch', async ({ page, settings }) => {
  await settings.open('gebruikers');
  const { username } = environment.user();
  const row = page.getByRole('row').filter({ hasText: `${username}@` });
  await expect(row).toContainText(userTexts.roleNames.club_user ?? '');
  await expectAccessible(page);
});

test('the fields to search in are kept', async ({ page, settings }) => {
  const { names, own } = searchSettingsTexts;
  await settings.open('zoeken');
  const helpdesk = page.getByRole('checkbox', { name: names['helpdesk-id'] });
  await helpdesk.check();
  await page.getByRole('textbox', { name: own }).fill('eigen-veld');
  await page.getByRole('textbox', { name: own }).press('Enter');
  await page.getByRole('button', { name: commonTexts.save }).click();
  await expect(page.getByText(commonTexts.saved)).toBeVisible();
  await expectAccessible(page);
  const kept = await read<{ searchable_fields: string[] }>(page, '/club/v1/search/settings');
  expect(kept.searchable_fields).toEqual(expect.arrayContaining(['helpdesk-id', 'eigen-veld']));
  await page.reload();
  await expect(helpdesk).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'eigen-veld' })).toBeChecked();
});

test('what makes no volunteer is arranged', async ({ page, settings, person }) => {
  const name = unique('Commissie');
  const committee = await makeGroup(page, 'commissies', name);
  const member = await makePerson(page, {
    first_name: unique('Lid'),
    work_history: [{ team: committee, job_title: 'Lid', is_current: true }],
  });
  await person.open(member);
  await expect(page.getByText(personTexts.volunteer, { exact: true })).toBeVisible();

  await settings.open('vrijwilligers');
  await page.getByRole('combobox', { name: volunteerTexts.exempt }).fill(name);
  await page.getByRole('option', { name }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: commonTexts.save }).click();
  await expect(page.getByText(commonTexts.saved)).toBeVisible();
  await expectAccessible(page);
  await person.open(member);
  await expect(page.getByText(personTexts.volunteer, { exact: true })).toHaveCount(0);
});

test('a plain user has none of these, not by address either', async ({
  page,
  signInAs,
  settings,
}) => {
  await page.context().clearCookies();
  await signInAs(environment.user());
  await settings.open('info');
  const { security, calendar, info, trash } = settingsTexts.pages;
  await expect(settings.menu).toHaveText([
    security,
    notificationTexts.title,
    calendar,
    info,
    trash,
  ]);
  for (const tab of ['relatietypen', 'labels', 'vrijwilligers', 'gebruikers', 'zoeken']) {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`/instellingen/${tab}`);
    await expect(page.getByRole('heading', { name: errorTexts.noAccess.title })).toBeVisible();
    const forAdministrators =
      /^\/api\/.*(users$|relationship_type|person_label|search\/settings|volunteer-roles)/;
    expect(asked.filter((path) => forAdministrators.test(path))).toEqual([]);
  }
});

test('a long list of sessions is folded, this device first', async ({
  page,
  browser,
  settings,
}) => {
  for (let count = 0; count < 9; count += 1) {
    const elsewhere = await browser.newPage({ baseURL: environment.baseURL() });
    await signIn(elsewhere, environment.admin());
    await elsewhere.close();
  }
  await settings.open();
  const rows = settings.sessionsCard.getByRole('listitem');
  await expect(rows).toHaveCount(5);
  await expect(rows.first()).toContainText(settingsTexts.sessions.current);
  const unfold = settings.sessionsCard.getByRole('button', { name: /^Toon alle \d+$/ });
  await unfold.click();
  await expect.poll(() => rows.count()).toBeGreaterThan(9);
  await page.getByRole('button', { name: commonTexts.showFewer }).click();
  await expect(rows).toHaveCount(5);
});
