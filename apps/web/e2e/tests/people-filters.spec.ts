import { peopleTexts, toolbarTexts } from '../../src/texts/people';
import { filterTexts } from '../../src/texts/people-filters';
import { viewTexts } from '../../src/texts/people-views';
import { expectAccessible } from '../setup/axe';
import { environment } from '../setup/environment';
import { expect, test } from '../setup/fixtures';

test.beforeEach(async ({ signInAs }) => signInAs(environment.admin()));

test('filters narrow the list, stand in the address, and go one by one or all at once', async ({
  page,
  people,
}) => {
  await people.open();
  const all = await people.total();
  await people.filters.open();
  const { value: type, count } = await people.filters.pickFirst('typeLid');
  await expect(people.filters.root.getByRole('button', { name: `Toon ${count} ` })).toBeVisible();
  await people.filters.choice('vrijwilliger').selectOption(filterTexts.no);
  await expectAccessible(page);
  await people.filters.close();

  const address = new URL(page.url()).searchParams;
  expect(Object.fromEntries(address)).toEqual({ typeLid: type, vrijwilliger: '0' });
  await people.filters.chip(filterTexts.chips.vrijwilliger('0')).click();
  await expect.poll(() => people.total()).toBe(Number(count));

  await people.filters.clear.click();
  await expect(people.filters.chips).toHaveCount(0);
  await expect.poll(() => people.total()).toBe(all);
  await expect(page).toHaveURL(/\/leden$/);
});

test('years of birth are one, or from and to', async ({ page, people }) => {
  await people.open('?birthYear=1980');
  await people.filters.open();
  const from = people.filters.root.getByLabel(filterTexts.birthYearFrom);
  const to = people.filters.root.getByLabel(filterTexts.birthYearTo).last();
  await from.fill('1990');
  await expect(page).toHaveURL(/birthYear=1990$/);
  await to.fill('199');
  await to.fill('1999');
  await expect(page).toHaveURL(/birthYear=1990-1999$/);
  await people.filters.root.getByRole('button', { name: toolbarTexts.clearFilters }).click();
  await expect(page).toHaveURL(/\/leden$/);
});

test('a list of every week is one click, and a view of it opens from the menu', async ({
  page,
  people,
}) => {
  const name = 'VOG van het team';
  await people.open();
  await people.filters.open();
  await people.filters.preset('vogMissing').click();
  await people.filters.pickFirst('functie');
  await people.filters.close();
  await expect(people.filters.chips.getByRole('listitem')).toHaveCount(4);
  const total = await people.total();
  await people.views.saveAs(name);
  await expect(page).toHaveURL(/weergave=\d+/);

  await page.goto('/teams');
  await people.views.link(name).click();
  await expect(people.views.button(viewTexts.open(name))).toBeVisible();
  await expect.poll(() => people.total()).toBe(total);

  await people.filters.chip(filterTexts.chips.vogMissing()).click();
  await people.views.choose(viewTexts.overwrite(name), viewTexts.open(name));
  await expect(people.views.button(viewTexts.changed)).toHaveCount(0);
  await expect(people.filters.chips.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await people.views.button(viewTexts.open(name)).click();
  await expect(page.getByRole('menuitem', { name: viewTexts.remove })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: viewTexts.remove }).click();
  await page.getByRole('button', { name: viewTexts.removeConfirm, exact: true }).click();
  await expect(people.views.link(name)).toHaveCount(0);
});

/** Every filter at a value that the demo has people for, or none: either way the server must understand it. */
const questions = [
  'birthYear=1985',
  'birthYear=1950-2015&birthMonth=2',
  ...['7', '30', '90', '365'].map((days) => `modified=${days}`),
  'vrijwilliger=1',
  'blokkade=0',
  'typeLid=Senior&leeftijdsgroep=Senioren',
  'fotoMissing=1&vogMissing=1',
  'vogOuder=3&vogVerloopt=90',
  'vogType=vernieuwing&vogMail=not_sent&vogJustis=not_submitted&vogHerinnering=not_sent',
  'eigenaar=mine',
  'eigenaar=shared&oudLeden=1&lidTot=1',
  'team=1,2&commissie=1000&functie=Trainer~Speler&label=1,2&labelAlle=1&labelZonder=2&woonplaats=Elzendam&geslacht=male~female',
  'alleenOud=1&lidSinds=2020-01-01~&lidTotDag=~2030-06-30&nieuw=1&gestopt=1&leeftijd=12-17&ouder=0&overleden=0&zonderEmail=1&zonderTelefoon=1&zonderFoto=1',
];

test('every filter is one that the server knows', async ({ page, people }) => {
  for (const question of questions) {
    const answer = page.waitForResponse((response) => response.url().includes('/people/filtered'));
    await page.goto(`/leden?${question}`);
    const response = await answer;
    expect(response.status(), question).toBe(200);
    const { total } = (await response.json()) as { total: number };
    await expect(people.count).toHaveText(peopleTexts.count(total));
  }
});

test('without anybody left, the page offers to wipe the filters', async ({ page, people }) => {
  await page.goto('/leden?typeLid=Bestaat%20niet');
  await expect(page.getByText(peopleTexts.nothingFoundTitle)).toBeVisible();
  await people.filters.open();
  await expect(people.filters.root.getByText('Bestaat niet')).toBeVisible();
  await people.filters.close();
  await page
    .locator('main')
    .getByRole('button', { name: toolbarTexts.clearFilters })
    .last()
    .click();
  await expect(people.rows.first()).toBeVisible();
});

// contract: club §2.9-5
test('former members show on request, with a badge', async ({ page, people }) => {
  await people.open('?oudLeden=1&aantal=100&sort=lid-tot&order=desc');
  const former = people.rows.filter({ hasText: peopleTexts.formerMember }).first();
  await expect(former).toBeVisible();
  await expect(former).toHaveAttribute('data-faint');

  await page.goto('/leden?q=xqzxqz');
  await page.getByRole('button', { name: peopleTexts.searchFormerToo }).click();
  await expect(page).toHaveURL(/oudLeden=1/);
});
