import { contactTexts } from '../../src/texts/contact';
import { commonTexts } from '../../src/texts/common';
import { errorTexts } from '../../src/texts/errors';
import { groupTexts } from '../../src/texts/groups';
import { editorTexts } from '../../src/texts/timeline';
import { personTexts } from '../../src/texts/person';
import { GroupPage, GroupsPage } from '../pom/groups-page';
import { Picture } from '../pom/picture';
import { expectAccessible } from '../setup/axe';
import { environment } from '../setup/environment';
import { expect, test } from '../setup/fixtures';
import { png } from '../setup/pictures';
import { makeGroup, makePerson, read, unique } from '../setup/rest';

const { details, roster } = groupTexts;

test.beforeEach(async ({ signInAs }) => signInAs(environment.admin()));

const role = (team: number, job_title: string, rest: object = {}) => ({
  team,
  job_title,
  description: '',
  start_date: '2024-07-01',
  end_date: '',
  is_current: true,
  ...rest,
});

test('the list shows every team by name, and finds one in the address', async ({ page }) => {
  const name = unique('Zoekteam');
  await makeGroup(page, 'teams', name);
  const teams = new GroupsPage(page, 'teams');
  await teams.open();
  const names = await teams.names();
  expect(names.length).toBeGreaterThan(20);
  expect(names).toEqual([...names].sort(new Intl.Collator('nl', { numeric: true }).compare));
  await expectAccessible(page);

  await teams.search.fill(name.toUpperCase());
  await expect(teams.rows).toHaveCount(1);
  await expect(page).toHaveURL(/\/teams\?q=/);
  await page.reload();
  await expect(teams.rows).toHaveCount(1);
  // The way back from a team keeps what was searched for.
  await teams.link(name).click();
  await expect(new GroupPage(page, 'teams').name).toHaveText(name);
  await page.locator('main').getByRole('link', { name: groupTexts.kinds.teams.title }).click();
  await expect(page).toHaveURL(/\/teams\?q=/);
  await expect(teams.rows).toHaveCount(1);
  await teams.search.fill('bestaat-vast-niet');
  await expect(page.getByText(groupTexts.nothingFoundTitle)).toBeVisible();
});

test('a team is made, filled in, and removed', async ({ page }) => {
  const name = unique('Nieuw & team');
  const teams = new GroupsPage(page, 'teams');
  const team = new GroupPage(page, 'teams');
  await teams.open();
  await teams.add(name);
  await expect(team.name).toHaveText(name);
  await expect(page.getByText(roster.noPlayers)).toBeVisible();
  await expectAccessible(page);

  const card = team.card(details.title);
  await card.edit();
  await card.root.getByRole('textbox', { name: groupTexts.name }).fill(`${name} 2`);
  await card.root.getByRole('textbox', { name: details.website }).fill('elzendam.example');
  await card.save();
  await expect(card.root.getByText(groupTexts.websiteInvalid)).toBeVisible();
  await card.root.getByRole('textbox', { name: details.website }).fill('https://elzendam.example/');
  const description = card.root.getByRole('textbox', { name: details.description });
  await description.fill('Twee <b> & drie');
  await description.press('Control+a');
  await card.root.getByRole('button', { name: editorTexts.boldControlLabel }).click();
  await card.save();
  await expect(page.getByText(commonTexts.saved)).toBeVisible();
  await page.reload();
  await expect(team.name).toHaveText(`${name} 2`);
  await expect(card.root.locator('strong')).toHaveText('Twee <b> & drie');
  await card.edit();
  await expect(description).toContainText('Twee <b> & drie');
  await description.click();
  await description.press('Control+End');
  await page.keyboard.type(' en vier');
  await card.save();
  await expect(card.root.locator('strong')).toHaveText('Twee <b> & drie en vier');
  await expect(card.root.getByRole('link', { name: 'https://elzendam.example/' })).toBeVisible();

  const contact = team.card(contactTexts.title);
  await contact.edit();
  await contact.root.getByRole('button', { name: contactTexts.add }).click();
  await contact.root.getByRole('textbox', { name: contactTexts.value }).fill('a@b.example');
  await contact.save();
  await expect(contact.root.getByRole('link', { name: 'a@b.example' })).toHaveAttribute(
    'href',
    'mailto:a@b.example',
  );

  await team.remove();
  await expect(page.getByText(groupTexts.remove.done(`${name} 2`))).toBeVisible();
  await expect(teams.heading).toBeVisible();
  await expect(teams.link(`${name} 2`)).toHaveCount(0);
});

test('a roster has staff, players and the past, with links to the people', async ({
  page,
  person,
}) => {
  const teamName = unique('Team');
  const id = await makeGroup(page, 'teams', teamName);
  const names = { player: unique('Speler'), staff: unique('Leider'), gone: unique('Weg') };
  const player = await makePerson(page, {
    first_name: names.player,
    work_history: [role(id, 'Speler'), role(id, 'Keeper')],
  });
  await makePerson(page, { first_name: names.staff, work_history: [role(id, 'Leider')] });
  await makePerson(page, {
    first_name: names.gone,
    work_history: [role(id, 'Aanvaller', { end_date: '2025-06-30', is_current: false })],
  });

  const team = new GroupPage(page, 'teams');
  await team.open(id);
  const players = team.card(groupTexts.players).root;
  await expect(team.row(names.player)).toHaveCount(1);
  await expect(team.row(names.player)).toContainText(/Speler, Keeper|Keeper, Speler/);
  await expect(team.card(groupTexts.staff).root).toContainText(names.staff);
  const past = team.card(roster.former).root;
  await expect(past).toContainText(`${names.gone}Aanvaller · 1 jul 2024 – 30 jun 2025`);

  const teams = new GroupsPage(page, 'teams');
  await players.getByRole('link', { name: names.player }).click();
  await expect(page).toHaveURL(new RegExp(`/leden/${player}$`));
  await expect(person.name).toHaveText(names.player);
  await person
    .card(personTexts.history.title)
    .root.getByRole('link', { name: teamName })
    .first()
    .click();
  await expect(team.name).toHaveText(teamName);
  await teams.open(`?q=${teamName}`);
  const staff = personTexts.role(names.staff, 'leider');
  await expect(teams.row(teamName).getByRole('cell')).toHaveText([staff, '', 'Gemengd', '1', '1']);
  await teams.open(`?q=${names.staff}`);
  await expect(teams.link(teamName)).toBeVisible();
});

test('people come into a team, move and stop on its own page', async ({ page }) => {
  const [teamName, otherName] = [unique('Kiesteam'), unique('Ander team')];
  const id = await makeGroup(page, 'teams', teamName);
  const other = await makeGroup(page, 'teams', otherName);
  const [first, second, parent] = [unique('Eerste'), unique('Tweede'), unique('Ouder')];
  const birthdate = `${new Date().getFullYear() - 9}-01-01`;
  const mother = await makePerson(page, {
    first_name: parent,
    contact_info: [{ contact_type: 'mobile', contact_label: '', contact_value: '06 12345678' }],
  });
  await makePerson(page, {
    first_name: first,
    birthdate,
    relationships: [{ related_person: mother, relationship_type: 2, relationship_label: '' }],
  });
  await makePerson(page, { first_name: second });
  const team = new GroupPage(page, 'teams');
  await team.open(id);
  await team.add('player', first);
  await expect(team.row(first)).toContainText('9');
  await expect(team.row(first).getByRole('link', { name: parent })).toBeVisible();
  await expect(team.row(first).getByRole('link', { name: '06 12 34 56 78' })).toBeVisible();
  // The chooser stands ready for the next one.
  await team.choose(second);
  await expect(team.row(second)).toBeVisible();
  await page.getByRole('button', { name: roster.addDone }).click();
  await expectAccessible(page);

  await team.act(first, groupTexts.kinds.teams.move);
  await page.getByRole('dialog').getByRole('combobox', { name: roster.moveTo }).fill(otherName);
  await page.getByRole('option', { name: otherName }).click();
  await page.getByRole('dialog').getByRole('button', { name: roster.moveSubmit }).click();
  await expect(page.getByText(roster.moved(first, otherName))).toBeVisible();
  await expect(team.row(first)).toHaveCount(0);

  await team.act(second, roster.end);
  await expect(team.row(second)).toHaveCount(0);
  await page.getByRole('button', { name: roster.undo }).click();
  await expect(team.row(second)).toBeVisible();

  await team.open(other);
  await expect(team.row(first)).toBeVisible();
});

test('a logo is placed, shown in the list, and removed', async ({ page }) => {
  const name = unique('Logoteam');
  const id = await makeGroup(page, 'teams', name);
  const team = new GroupPage(page, 'teams');
  const logo = new Picture(page, 'logo');
  await team.open(id);
  await logo.add(png(20, 120, 60));
  await expect(logo.placed()).toBeVisible();
  await expect.poll(() => logo.isShown()).toBe(true);

  const teams = new GroupsPage(page, 'teams');
  await teams.open(`?q=${name}`);
  await expect(teams.row(name).locator('img')).toHaveAttribute('src', /\/thumbnail$/);
  await teams.link(name).click();
  await logo.remove();
  await expect(logo.removed()).toBeVisible();
  await expect(logo.addButton).toBeVisible();
});

test('a team can be a part of another, but not of itself', async ({ page }) => {
  const [whole, part] = [unique('Geheel'), unique('Deel')];
  const wholeId = await makeGroup(page, 'teams', whole);
  const partId = await makeGroup(page, 'teams', part);
  const team = new GroupPage(page, 'teams');
  await team.open(partId);
  const card = team.card(details.title);
  const partOf = groupTexts.kinds.teams.partOf;
  await card.edit();
  await card.root.getByRole('combobox', { name: partOf }).fill(whole);
  await page.getByRole('option', { name: whole }).click();
  await card.save();
  await card.root.getByRole('link', { name: whole }).click();
  await expect(team.name).toHaveText(whole);
  const parts = team.card(groupTexts.kinds.teams.parts).root;
  await expect(parts.getByRole('link', { name: part })).toBeVisible();

  // Round in a circle: refused, and the card opens again with the reason.
  await card.edit();
  await card.root.getByRole('combobox', { name: partOf }).fill(part);
  await page.getByRole('option', { name: part }).click();
  await card.save();
  await expect(card.problem).toContainText(commonTexts.notSaved);
  const { parent } = await read<{ parent: number }>(page, `/cms/v2/teams/${wholeId}`);
  expect(parent).toBe(0);
});

test('committees have members; Verenigingsbreed cannot be removed', async ({ page }) => {
  const committees = new GroupsPage(page, 'commissies');
  const committee = new GroupPage(page, 'commissies');
  await committees.open();
  await expectAccessible(page);
  await committees.link('Verenigingsbreed').click();
  await expect(committee.name).toHaveText('Verenigingsbreed');
  await committee.remove();
  await expect(committee.problem).toContainText('Verenigingsbreed kan niet worden verwijderd.');
  await page.keyboard.press('Escape');

  const name = unique('Commissie');
  const id = await makeGroup(page, 'commissies', name);
  const member = unique('Lid');
  await makePerson(page, { first_name: member, work_history: [role(id, 'Voorzitter')] });
  await committee.open(id);
  await expect(committee.row(member)).toContainText('Voorzitter');
  await expect(committee.card(groupTexts.kinds.commissies.parts).root).toBeVisible();
  await expectAccessible(page);
});

test('a plain user sees their own teams alone', async ({ page, signInAs }) => {
  const id = await makeGroup(page, 'teams', unique('Van een ander'));
  await page.context().clearCookies();
  await signInAs(environment.user());
  const own = unique('Van mij');
  await makeGroup(page, 'teams', own);
  const teams = new GroupsPage(page, 'teams');
  await teams.open();
  await expect(teams.link(own)).toBeVisible();
  expect((await teams.names()).some((name) => name.startsWith('Van een ander'))).toBe(false);
  await page.goto(`/teams/${id}`);
  await expect(page.getByRole('heading', { name: errorTexts.noAccess.title })).toBeVisible();
  await page.goto('/teams/abc');
  await expect(page.getByRole('heading', { name: errorTexts.notFound.title })).toBeVisible();
});
