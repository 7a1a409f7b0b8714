import { contactTexts } from '../../src/texts/contact';
import { groupTexts } from '../../src/texts/groups';
import { newPersonTexts } from '../../src/texts/new-person';
import { peopleTexts } from '../../src/texts/people';
import { personTexts } from '../../src/texts/person';
import { reachTexts } from '../../src/texts/reach';
import { reachableTexts } from '../../src/texts/reachable';
import { settingsTexts } from '../../src/texts/settings';
import { shellTexts } from '../../src/texts/shell';
import { tableTexts } from '../../src/texts/table';
import { GroupPage, GroupsPage } from '../pom/groups-page';
import { Steps } from '../pom/steps';
import { environment } from '../setup/environment';
import { expect, signIn, test } from '../setup/fixtures';
import { make, makeGroup, makePerson, unique } from '../setup/rest';

const { roster } = groupTexts;
const years = new Date().getFullYear();
const contact = (contact_type: string, contact_value: string) => ({
  contact_type,
  contact_label: '',
  contact_value,
});

/** As the page shows a number. */
const inPairs = (phone: string) => phone.replace(/(..)(?=.)/g, '$1 ');

/** What clubs do every week, each in no more steps than the best product takes. */
test('the jobs of a club take few steps', async ({
  page,
  people,
  person,
  search,
  shell,
  settings,
  browser,
  signInAs,
}, testInfo) => {
  await signInAs(environment.secretary());
  const steps = new Steps(page);

  const [teamName, child, mother] = [unique('Takenteam'), unique('Hidde'), unique('Romy')];
  const team = await makeGroup(page, 'teams', teamName);
  const number = `0698${Math.random().toFixed(6).slice(2)}`;
  const parent = await makePerson(page, {
    first_name: mother,
    contact_info: [contact('mobile', number), contact('email', 'romy.taken@club.example')],
  });
  const hidde = await makePerson(page, {
    first_name: child,
    birthdate: `${years - 12}-01-01`,
    relationships: [{ related_person: parent, relationship_type: 2, relationship_label: '' }],
    work_history: [
      {
        ...{ team, entity_type: 'team', job_title: 'Speler', description: '' },
        ...{ start_date: '2024-07-01', end_date: '', is_current: true },
      },
    ],
  });
  const view = unique('Zonder VOG');
  await make(page, '/club/v1/views', {
    name: view,
    filter: { huidig_vrijwilliger: '1', vog_missing: '1' },
  });
  const [teams, teamPage] = [new GroupsPage(page, 'teams'), new GroupPage(page, 'teams')];

  await people.open();
  await steps.task(
    'Find somebody by name',
    3,
    async () => {
      await steps.press('Control+k');
      await steps.type(child);
      await search.result(child).waitFor();
      await steps.press('Enter');
    },
    () => expect(person.name).toHaveText(child),
  );

  await people.open();
  await steps.task(
    'Who called from 06 5556 3484?',
    3,
    async () => {
      await steps.press('Control+k');
      await steps.type(`06 ${number.slice(2, 6)} ${number.slice(6)}`);
      await search.result(mother).waitFor();
      await steps.press('Enter');
    },
    () => expect(person.name).toHaveText(mother),
  );

  await teams.open();
  const tel = page.getByRole('row').getByRole('link', { name: inPairs(number) });
  await steps.task(
    'Call the mother of a player of a team',
    2,
    async () => {
      await steps.click(teams.link(teamName));
      await expect(tel).toHaveAttribute('href', /^tel:/);
      await steps.click(tel);
    },
    () => expect(page).toHaveURL(/\/teams\/\d+$/),
  );

  await teams.open();
  const addresses = page.waitForResponse((answer) => answer.url().includes('/people/addresses'));
  await steps.task(
    'Mail all parents of a team',
    2,
    async () => {
      await steps.click(teams.link(teamName));
      await steps.click(page.getByRole('button', { name: reachTexts.mail, exact: true }));
    },
    async () => {
      expect(await (await addresses).json()).toMatchObject({
        addresses: ['romy.taken@club.example'],
      });
      await expect(page.getByText(reachTexts.mailed(1))).toBeVisible();
    },
  );

  const player = unique('Nieuweling');
  await makePerson(page, { first_name: player });
  await steps.task(
    'Put a player into a team',
    3,
    async () => {
      await steps.click(page.getByRole('button', { name: roster.addLabel.player }));
      await expect(page.getByRole('combobox', { name: roster.who })).toBeFocused();
      await steps.type(player);
      await steps.click(page.getByRole('option', { name: player, exact: true }));
    },
    () => expect(teamPage.row(player)).toBeVisible(),
  );

  await person.open(hidde);
  const vog = person.card(personTexts.vog.title);
  await steps.task(
    'Put a VOG date',
    3,
    async () => {
      await steps.click(vog.editButton);
      await steps.type('1-9-2025');
      await steps.press('Enter');
    },
    () => expect(vog.root).toContainText('1 sep 2025'),
  );

  await person.open(parent);
  const reach = person.card(reachableTexts.title);
  await steps.task(
    'Correct one phone number',
    3,
    async () => {
      await steps.click(
        reach.root.getByRole('button', { name: contactTexts.change(inPairs(number)) }),
      );
      await steps.type('0655563485');
      await steps.press('Enter');
    },
    () => expect(reach.root).toContainText('06 55 56 34 85'),
  );

  const identity = person.card(personTexts.identity.title);
  await steps.task(
    'Correct one name',
    3,
    async () => {
      await steps.click(identity.root.getByText(mother, { exact: true }));
      await steps.type(`${mother}e`);
      await steps.press('Enter');
    },
    () => expect(person.name).toHaveText(`${mother}e`),
  );

  await people.open();
  await steps.task(
    'Volunteers without a VOG',
    1,
    () => steps.click(shell.navigation.getByRole('link', { name: view })),
    async () => {
      await expect(people.filters.chips.getByRole('listitem')).toHaveCount(3);
    },
  );

  await people.open(`?leeftijdsgroep=${encodeURIComponent('Onder 13')}`);
  const file = page.waitForEvent('download');
  await steps.task(
    'Export an age group to Excel',
    2,
    async () => {
      await steps.click(page.getByRole('button', { name: peopleTexts.export }));
      await steps.click(page.getByRole('menuitem', { name: peopleTexts.exportAs.xlsx }));
    },
    async () => expect((await file).suggestedFilename()).toMatch(/\.xlsx$/),
  );

  await steps.task(
    'Choose a column',
    2,
    async () => {
      await steps.click(page.getByRole('button', { name: peopleTexts.columns }));
      await page.getByRole('dialog').filter({ hasText: tableTexts.shown }).waitFor();
      await steps.click(people.column('city'));
    },
    () =>
      expect(page.getByRole('columnheader', { name: peopleTexts.columnNames.city })).toBeVisible(),
  );
  await page.keyboard.press('Escape');

  const [kid, surname] = [unique('Sem'), unique('Zeldzaam')];
  const newcomer = page.getByRole('dialog', { name: peopleTexts.add });
  const { createFields: fields, parents } = newPersonTexts;
  const addParent = async (chooser: string, name: string, mobile: string) => {
    await steps.type(name, newcomer.getByRole('combobox', { name: chooser }));
    await steps.click(page.getByRole('option', { name: personTexts.relations.new(name) }));
    await expect(
      newcomer.getByRole('group', { name }).getByRole('textbox', { name: fields.mobile }),
    ).toBeFocused();
    await steps.type(mobile);
  };
  await steps.task(
    'New child with two new parents',
    12,
    async () => {
      await steps.click(page.getByRole('button', { name: peopleTexts.add }));
      await steps.type(kid, newcomer.getByLabel(fields.first_name));
      await steps.type(surname, newcomer.getByLabel(fields.last_name, { exact: true }));
      await steps.type(`1-9-${years - 9}`, newcomer.getByLabel(fields.birthdate, { exact: true }));
      await addParent(parents.who, `Anna ${surname}`, '0612345678');
      await addParent(parents.next, `Bram ${surname}`, '0687654321');
      await steps.click(newcomer.getByRole('button', { name: newPersonTexts.create }));
    },
    async () => {
      await expect(person.name).toHaveText(`${kid} ${surname}`);
      await expect(reach.root).toContainText('06 12 34 56 78');
      await expect(reach.root).toContainText('06 87 65 43 21');
    },
  );

  const elsewhere = await browser.newContext({
    baseURL: environment.baseURL(),
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  await signIn(await elsewhere.newPage(), environment.secretary());
  await steps.task(
    'End another session',
    3,
    async () => {
      await steps.click(page.getByRole('button', { name: /Gebruikersmenu/ }));
      await steps.click(page.getByRole('menuitem', { name: shellTexts.settings }));
      const end = settingsTexts.sessions.endThing('Firefox op Windows');
      await steps.click(settings.sessionsCard.getByRole('button', { name: end }).first());
    },
    () => expect(page.getByText(settingsTexts.sessions.ended)).toBeVisible(),
  );
  await elsewhere.close();

  await testInfo.attach('steps', { body: steps.table(), contentType: 'text/plain' });
  console.log(steps.table());
});
