import { searchTexts } from '../../src/texts/search';
import { expectAccessible } from '../setup/axe';
import { environment } from '../setup/environment';
import { expect, test } from '../setup/fixtures';
import { makeGroup, unique } from '../setup/rest';

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

test('a team is found, in a group of its own', async ({ page, people, search }) => {
  await people.open();
  const name = unique('Zoekteam');
  const id = await makeGroup(page, 'teams', name);
  await search.find(name);
  await search.teams.getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/teams/${id}$`));
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

test('asks only from two letters on, and says so', async ({ page, people, search }) => {
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
