import { peopleTexts } from '../../src/texts/people';
import { filterTexts } from '../../src/texts/people-filters';
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
  await people.filters.choice('typeLid').selectOption({ index: 1 });
  const option = await people.filters.choice('typeLid').locator('option:checked').innerText();
  const [, type = '', count = ''] = /^(.*) \((\d+)\)$/.exec(option) ?? [];
  await expect(people.filters.root.getByRole('button', { name: `Toon ${count} ` })).toBeVisible();
  await people.filters.choice('vrijwilliger').selectOption(filterTexts.no);
  await people.filters.choice('oudLeden').check();
  await expectAccessible(page);
  await people.filters.close();

  const address = new URL(page.url()).searchParams;
  expect(Object.fromEntries(address)).toEqual({ typeLid: type, vrijwilliger: '0', oudLeden: '1' });
  await people.filters.chip(filterTexts.chips.oudLeden()).click();
  await people.filters.chip(filterTexts.chips.vrijwilliger('0')).click();
  await expect.poll(() => people.total()).toBe(Number(count));

  await people.filters.clear.click();
  await expect(people.filters.chips).toHaveCount(0);
  await expect.poll(() => people.total()).toBe(all);
  await expect(page).toHaveURL(/\/leden$/);
});

test('years of birth are one, or from and to', async ({ page, people }) => {
  await people.open();
  await people.filters.open();
  const from = people.filters.root.getByLabel(filterTexts.birthYearFrom);
  const to = people.filters.root.getByLabel(filterTexts.birthYearTo);
  await from.fill('1990');
  await expect(page).toHaveURL(/birthYear=1990$/);
  await to.fill('199');
  await to.fill('1999');
  await expect(page).toHaveURL(/birthYear=1990-1999$/);
  await people.filters.root.getByRole('button', { name: filterTexts.clear }).click();
  await expect(from).toHaveValue('');
  await expect(page).toHaveURL(/\/leden$/);
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
  await expect(people.filters.choice('typeLid')).toHaveValue('Bestaat niet');
  await people.filters.close();
  await page.locator('main').getByRole('button', { name: filterTexts.clear }).last().click();
  await expect(people.rows.first()).toBeVisible();
});

test('former members show on request, with a badge', async ({ page, people }) => {
  await people.open('?oudLeden=1&aantal=100&sort=lid-tot&order=desc');
  const former = people.rows.filter({ hasText: peopleTexts.formerMember }).first();
  await expect(former).toBeVisible();
  expect(Number(await former.evaluate((row) => getComputedStyle(row).opacity))).toBeLessThan(1);

  await page.goto('/leden?q=xqzxqz');
  await page.getByRole('button', { name: peopleTexts.searchFormerToo }).click();
  await expect(page).toHaveURL(/oudLeden=1/);
});
