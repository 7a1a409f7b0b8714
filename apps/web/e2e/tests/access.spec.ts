import type { ClubUser } from '../../src/api/types';
import { commonTexts } from '../../src/texts/common';
import { personTexts } from '../../src/texts/person';
import { shareTexts } from '../../src/texts/share';
import { personTabTexts } from '../../src/texts/timeline';
import { accountTexts, scopeTexts } from '../../src/texts/settings-admin';
import { expectAccessible } from '../setup/axe';
import { environment } from '../setup/environment';
import { expect, test } from '../setup/fixtures';
import { nonceOf } from '../setup/helpers';
import { makeGroup, makePerson, read, unique } from '../setup/rest';

test('a coordinator reads the team that was given, and changes nobody', async ({
  page,
  settings,
  signInAs,
}) => {
  await signInAs(environment.admin());
  const [name, hidden, team] = [unique('Speelt'), unique('Verborgen'), unique('JO9')];
  const id = await makeGroup(page, 'teams', team);
  const row = { team: id, job_title: 'Speler', is_current: true };
  const plays = await makePerson(page, { first_name: name, work_history: [row] });
  const secret = await makePerson(page, { first_name: hidden });
  const users = await read<ClubUser[]>(page, '/club/v1/users');
  const user = users.find(({ username }) => username === environment.user().username);
  if (user === undefined) throw new Error('there is no such user');

  await settings.open('gebruikers');
  await page.getByRole('button', { name: accountTexts.actions(user.name) }).click();
  await page.getByRole('menuitem', { name: scopeTexts.column }).click();
  const dialog = page.getByRole('dialog', { name: scopeTexts.title(user.name) });
  const teams = dialog.getByRole('combobox', { name: scopeTexts.teams });
  await expect(teams).toBeVisible();
  await expectAccessible(page);
  await teams.fill(team);
  await page.getByRole('option', { name: team }).click();
  await dialog.getByText(scopeTexts.intro).click(); // the list lies over the button
  await dialog.getByRole('button', { name: commonTexts.save }).click();
  await expect(dialog).toHaveCount(0);

  // Somebody else is shared, on a tab of the person.
  await page.goto(`/leden/${secret}?tab=delen`);
  const finder = page.getByRole('combobox', { name: shareTexts.add });
  await finder.fill(user.name);
  await page.getByRole('option', { name: user.name }).click();
  const shared = page.getByRole('listitem').filter({ hasText: user.name });
  await expect(shared).toBeVisible();
  await expectAccessible(page);
  await signInAs(environment.user());
  await page.goto(`/leden/${secret}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hidden);
  await expect(page.getByRole('button', { name: commonTexts.edit })).toHaveCount(0);
  await expect(page.getByRole('tab', { name: personTabTexts.share })).toHaveCount(0);
  await signInAs(environment.admin());
  await page.goto(`/leden/${secret}?tab=delen`);
  await page.getByRole('button', { name: shareTexts.revoke(user.name) }).click();
  await expect(page.getByText(shareTexts.nobody)).toBeVisible();

  await signInAs(environment.user());
  await page.goto(`/teams/${id}`);
  await page.getByRole('link', { name }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByRole('button', { name: commonTexts.edit })).toHaveCount(0);
  await expect(page.getByRole('button', { name: personTexts.labels.add })).toHaveCount(0);
  await expect(page.getByRole('button', { name: commonTexts.moreActions })).toHaveCount(0);
  const headers = await nonceOf(page);
  const edit = await page.request.put(`/api/cms/v2/people/${plays}`, {
    headers,
    data: { acf: { nickname: 'x' } },
  });
  expect(edit.status()).toBe(403);
  expect((await page.request.get(`/api/cms/v2/people/${secret}`)).status()).toBe(403);
  const found = await read<unknown[]>(page, `/cms/v2/people?search=${encodeURIComponent(hidden)}`);
  expect(found).toEqual([]);

  await signInAs(environment.admin());
  const taken = await page.request.put(`/api/club/v1/users/${user.id}/scope`, {
    headers: await nonceOf(page),
    data: { teams: [], age_groups: [] },
  });
  expect(taken.ok()).toBe(true);
  await signInAs(environment.user());
  expect((await page.request.get(`/api/cms/v2/people/${plays}`)).status()).toBe(403);
});
