import { peopleTexts } from '../../src/texts/people';
import { personTexts } from '../../src/texts/person';
import { searchTexts } from '../../src/texts/search';
import { expectAccessible } from '../setup/axe';
import { environment } from '../setup/environment';
import { expect, test } from '../setup/fixtures';
import { makeGroup, makePerson, unique } from '../setup/rest';

test.beforeEach(async ({ signInAs }) => signInAs(environment.admin()));

test('a person is found and opened by keyboard alone', async ({ page, people, search, person }) => {
  await people.open();
  const name = (await people.names())[2] ?? '';
  await page.keyboard.press('Control+k');
  await expect(search.input).toBeFocused();
  await page.keyboard.type(name);
  await expect(search.result(name).first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(person.name).toHaveText(name);
  await expect(search.root).toHaveCount(0);
});

test('the arrows walk through what was found, and typing goes on', async ({
  page,
  people,
  search,
}) => {
  await people.open();
  await search.find('an');
  const links = search.root.getByRole('link');
  await links.nth(1).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(links.nth(0)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(search.input).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('na');
  await expect(search.input).toHaveValue('anna');
  await page.keyboard.press('Escape');
  await expect(search.root).toHaveCount(0);
  await expect(search.button).toBeFocused();
});

test('teams, committees and deeds are found, in groups of their own', async ({
  page,
  people,
  search,
}) => {
  await people.open();
  const name = unique('Zoekgroep');
  const id = await makeGroup(page, 'teams', name);
  await makeGroup(page, 'commissies', name);
  await search.find(name);
  await expect(search.committees.getByRole('link', { name, exact: true })).toBeVisible();
  await search.teams.getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/teams/${id}$`));

  await search.open();
  await search.input.fill('nieuwe pers');
  await search.input.press('Enter');
  await expect(page.getByRole('dialog', { name: peopleTexts.add })).toBeVisible();
  await page.keyboard.press('Escape');

  await search.find('instellingen');
  await search.input.press('Enter');
  await expect(page).toHaveURL(/\/instellingen/);
});

test('no letter is lost while the search is still on its way', async ({
  page,
  people,
  search,
  person,
}) => {
  const name = unique('Snel');
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/SearchDialog-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await people.open();
  await makePerson(page, { first_name: name });
  await people.search.focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(search.root).toHaveCount(0);
  release();
  await expect(person.name).toHaveText(name);

  // Also when all of it is there.
  await page.keyboard.press('Control+k');
  await page.keyboard.type(name);
  await expect(search.input).toHaveValue(name);
  await expect(search.result(name)).toBeVisible();
});

test('whoever called is found by the number, and it says so', async ({ page, people, search }) => {
  await people.open();
  const name = unique('Beller');
  const digits = String(Math.random()).slice(2, 10).padEnd(8, '7');
  await makePerson(page, {
    first_name: name,
    contact_info: [{ contact_type: 'mobile', contact_label: '', contact_value: `06-${digits}` }],
    addresses: [{ street: 'Zoeklaan 7', postal_code: '6998 AB', city: 'Elzendam' }],
  });
  const shown = `06 ${digits.match(/../g)?.join(' ')}`;
  await search.find(`+31 6 ${digits.slice(0, 4)} ${digits.slice(4)}`);
  const row = search.people.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText(`Elzendam`);
  await expect(row).toContainText(`${personTexts.contactTypes.mobile}: ${shown}`);
  await expect(row.locator('mark').last()).toHaveText(shown); // a 6 in the made-up name is one, too
  await search.input.fill(`zoeklaan 7 ${name}`);
  await expect(row).toContainText(`${searchTexts.fields.address}: Zoeklaan 7, 6998 AB Elzendam`);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await people.search.fill(`06${digits}`);
  await expect(people.rows).toHaveCount(1);
  await expect(people.rows).toContainText(name);
});

test('all who were found are a list away, and former members are never pushed out', async ({
  page,
  people,
  search,
}) => {
  await people.open();
  const name = unique('Velen');
  for (let i = 0; i < 12; i += 1) await makePerson(page, { first_name: `${name} ${i}` });
  for (let i = 0; i < 4; i += 1) {
    await makePerson(page, { first_name: `${name} oud ${i}`, former_member: true });
  }
  await search.find(name);
  await expect(search.people.getByRole('listitem')).toHaveCount(8);
  await expect(search.former.getByRole('listitem')).toHaveCount(4);
  await expectAccessible(page);
  await search.former.getByRole('link', { name: searchTexts.allFormer(4) }).click();
  await expect(people.rows).toHaveCount(4);
  await search.find(name);
  await search.people.getByRole('link', { name: searchTexts.allPeople(12) }).click();
  await expect(people.rows).toHaveCount(12);
  await expect(people.search).toHaveValue(name);
});

test('it begins with whom one opened last, and with favourites', async ({
  page,
  people,
  search,
  person,
}) => {
  await people.open();
  const name = unique('Laatst');
  const id = await makePerson(page, { first_name: name });
  const noted = page.waitForResponse((response) => response.url().includes('/recent-people/'));
  await person.open(id);
  expect((await noted).status()).toBe(200);
  await search.open();
  await expect(search.recent.getByRole('link').first()).toHaveText(name);
  const star = search.star(name).first();
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await search.open();
  await expect(search.favorites.getByRole('link', { name, exact: true })).toBeVisible();
  await expect(search.deeds.getByRole('button', { name: searchTexts.newPerson })).toBeVisible();
  await expectAccessible(page);
  await search.input.fill('l');
  await expect(search.recent.getByRole('link', { name, exact: true })).toBeVisible();
  await expect(search.root.getByText(searchTexts.hint)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(person.name).toHaveText(name);
});

test('a star marks a favourite, at once and for good; a refusal takes it back', async ({
  page,
  people,
  search,
}) => {
  await people.open();
  const name = (await people.names())[4] ?? '';
  await search.find(name);
  const star = search.star(name).first();
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  const saved = page.waitForResponse((response) => response.url().includes('/favorites/people/'));
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  expect((await saved).status()).toBe(200);

  await page.reload();
  await search.find(name);
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);

  await page.route('**/favorites/**', (route) =>
    route.fulfill({ status: 500, json: { code: 'x', message: '', data: { status: 500 } } }),
  );
  await star.click();
  await expect(page.getByText(searchTexts.favoriteFailed)).toBeVisible();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await page.unrouteAll();
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'false');
});

test('asks the club only from two letters on, and says so', async ({ page, people, search }) => {
  let asked = 0;
  await page.route('**/club/v1/search*', (route) => {
    asked += 1;
    return route.continue();
  });
  await people.open();
  await search.find('a');
  await expect(search.root.getByText(searchTexts.hint)).toBeVisible();
  await expectAccessible(page);
  await search.input.fill('xqzxqz');
  await expect(search.root.getByText(searchTexts.nothing('xqzxqz'))).toBeVisible();
  await expectAccessible(page);
  expect(asked).toBe(1);
});

test('an old answer never comes over a newer one', async ({ page, people, search }) => {
  const hit = (name: string) => ({
    people: [],
    teams: [{ id: 1, name, thumbnail: '', website: '', is_favorite: false }],
    committees: [],
    totals: { current: 0, former: 0, teams: 1, committees: 0 },
  });
  await page.route('**/club/v1/search*', async (route) => {
    const q = new URL(route.request().url()).searchParams.get('q') ?? '';
    if (q === 'eerst') await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.fulfill({ json: hit(`Antwoord op ${q}`) }).catch(() => undefined);
  });
  await people.open();
  const first = page.waitForRequest(/search\?q=eerst/);
  await search.find('eerst');
  await first;
  await search.input.fill('daarna');
  await expect(search.result('Antwoord op daarna')).toBeVisible();
  await page.waitForTimeout(1_800);
  await expect(search.result('Antwoord op daarna')).toBeVisible();
  await expect(search.result('Antwoord op eerst')).toHaveCount(0);
});

test('a failure is said, and can be tried again', async ({ page, people, search }) => {
  let broken = true;
  await page.route('**/club/v1/search*', (route) =>
    broken
      ? route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad' })
      : route.continue(),
  );
  await people.open();
  await search.find('an');
  await expect(search.root.getByRole('alert')).toContainText('Onverwacht antwoord');
  await expectAccessible(page);
  broken = false;
  await search.root.getByRole('button', { name: 'Opnieuw proberen' }).click();
  await expect(search.people.getByRole('link').first()).toBeVisible();
});

test('a phone has room for it', async ({ page, people, search }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await people.open();
  await search.find('an');
  await expect(search.people.getByRole('link').first()).toBeVisible();
  const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(scrollWidth).toBeLessThanOrEqual(390);
});
