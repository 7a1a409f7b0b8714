import { gzipSync } from 'node:zlib';

import type { Request } from '@playwright/test';

import { peopleTexts } from '../../src/texts/people';
import { environment } from '../setup/environment';
import { expect, test } from '../setup/fixtures';

/** How large a script is, packed as well as gzip can; how well the server packs is its own affair. */
async function gzipped(request: Request): Promise<number> {
  const response = await request.response();
  return response === null ? 0 : gzipSync(await response.body(), { level: 9 }).length;
}

test.beforeEach(async ({ signInAs }) => signInAs(environment.admin()));

test('the list shows with little: calls and script', async ({ page, people }) => {
  const calls: string[] = [];
  const scripts: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}${search}`);
    if (pathname.endsWith('.js')) scripts.push(gzipped(request));
  });
  await people.open();
  // Whatever comes after the list, such as the next page, does not count.
  const first = calls.filter((call) => !call.includes('page=2'));
  expect(first.length).toBeLessThanOrEqual(3);
  expect(new Set(calls).size).toBe(calls.length);

  const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(200_000);
});

test('sorts by a header, both ways, and keeps it in the address', async ({ page, people }) => {
  await people.open();
  await expect(people.columnHead(peopleTexts.name)).toHaveAttribute('aria-sort', 'ascending');

  await people.sortBy(peopleTexts.columnNames.gewijzigd);
  await expect(page).toHaveURL(/\?sort=gewijzigd$/);
  await people.sortBy(peopleTexts.columnNames.gewijzigd);
  await expect(page).toHaveURL(/\?sort=gewijzigd&order=desc$/);
  await expect(people.columnHead(peopleTexts.columnNames.gewijzigd)).toHaveAttribute(
    'aria-sort',
    'descending',
  );
});

test('leafs through, and the back button leafs back', async ({ page, people }) => {
  await people.open();
  const before = await people.names();
  await people.nextPage.click();
  await expect(page).toHaveURL(/\?page=2$/);
  await expect(people.person(0)).not.toHaveText(before[0] ?? '');
  await page.goBack();
  await expect(people.person(0)).toHaveText(before[0] ?? '');
});

test('the address holds the whole state', async ({ page, people }) => {
  await people.open('?page=2&sort=gewijzigd&order=desc&oudLeden=1&kolommen=lidnummer');
  const names = await people.names();
  await expect(people.showFormer).toBeChecked();
  await page.reload();
  await people.rows.first().waitFor();
  expect(await people.names()).toEqual(names);
});

test('former members show on request, with a badge', async ({ page, people }) => {
  await people.open();
  const without = await people.count.innerText();
  await people.showFormer.click();
  await expect(page).toHaveURL(/oudLeden=1/);
  await expect(people.count).not.toHaveText(without);

  await people.open('?oudLeden=1&aantal=100&sort=lid-tot&order=desc');
  const former = people.rows.filter({ hasText: peopleTexts.formerMember }).first();
  await expect(former).toBeVisible();
  expect(Number(await former.evaluate((row) => getComputedStyle(row).opacity))).toBeLessThan(1);
});

test('columns are chosen, and stand in the address', async ({ page, people }) => {
  await people.open();
  await people.toggleColumn('lidnummer');
  await expect(page).toHaveURL(/kolommen=email,telefoon,type-lid,leeftijdsgroep,lidnummer,/);
  await expect(people.columnHead(peopleTexts.columnNames.lidnummer)).toBeVisible();
  await page.reload();
  await expect(people.columnHead(peopleTexts.columnNames.lidnummer)).toBeVisible();
});

test('searches, says when nobody is found, and clears', async ({ page, people }) => {
  await people.open();
  const someone = (await people.names())[0]?.split(' ')[0] ?? '';
  await people.search.fill(someone);
  await expect(page).toHaveURL(new RegExp(`zoek=${encodeURIComponent(someone)}`));
  await expect(people.rows.first()).toContainText(someone);

  await people.search.fill('xqzxqz');
  await expect(page.getByText(peopleTexts.nothingFoundTitle)).toBeVisible();
  await page.getByRole('button', { name: peopleTexts.clearSearch }).first().click();
  await expect(people.rows.first()).toBeVisible();
  await expect(people.search).toHaveValue('');
});

test('a page beyond the end offers the last one', async ({ page, people }) => {
  await page.goto('/leden?page=99');
  await page.getByRole('button', { name: peopleTexts.toLastPage }).click();
  await expect(people.rows.first()).toBeVisible();
});

test('a row opens by keyboard, and the way back keeps the list as it was', async ({
  page,
  people,
  person,
}) => {
  await people.open('?sort=gewijzigd&order=desc');
  const name = (await people.names())[0] ?? '';
  await people.person(0).focus();
  await page.keyboard.press('Enter');
  await expect(person.name).toHaveText(name);
  await page.getByRole('link', { name: peopleTexts.title, exact: true }).last().click();
  await expect(page).toHaveURL(/\/leden\?sort=gewijzigd&order=desc$/);
});

test('a new person is added and found', async ({ page, people, person }) => {
  await people.open();
  await people.add({ first_name: 'Zebedeus', last_name: 'Testman', email: 'Zeb@Voorbeeld.NL' });
  await expect(person.name).toHaveText('Zebedeus Testman');
  await expect(page.getByRole('link', { name: 'zeb@voorbeeld.nl' })).toBeVisible();

  await people.open('?zoek=Testman');
  await expect(people.person(0)).toHaveText('Zebedeus Testman');
  await people.person(0).click();
  await person.remove();
  await expect(people.heading).toBeVisible();
});

test('the list fails with words, and tries again', async ({ page, people }) => {
  let broken = true;
  await page.route('**/people/filtered*', (route) =>
    broken
      ? route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad' })
      : route.continue(),
  );
  await page.goto('/leden');
  await expect(page.getByRole('alert')).toContainText('Onverwacht antwoord');
  broken = false;
  await page.getByRole('button', { name: 'Opnieuw proberen' }).click();
  await expect(people.rows.first()).toBeVisible();
});
