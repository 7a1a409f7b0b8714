import { gzipSync } from 'node:zlib';

import type { Page, Request } from '@playwright/test';

import { peopleTexts } from '../../src/texts/people';
import { environment } from '../setup/environment';
import { expect, test } from '../setup/fixtures';
import { nonceOf, showColumns } from '../setup/helpers';
import { png } from '../setup/pictures';
import { makePerson } from '../setup/rest';

/** How large a script is, packed as well as gzip can; how well the server packs is its own affair. */
async function gzipped(request: Request): Promise<number> {
  const response = await request.response();
  return response === null ? 0 : gzipSync(await response.body(), { level: 9 }).length;
}

/** Photos of the people are pictures, and no questions to the API; the version is asked for by the clock. */
const isQuestion = (request: Request): boolean =>
  /\/api\/(?!club\/v1\/version)/.test(request.url()) && request.resourceType() !== 'image';

test.beforeEach(async ({ signInAs }) => signInAs(environment.admin()));

/** Notes the scripts of a page, and answers those that it asked for before an element stood there. */
async function scriptsBefore(page: Page, selector: string): Promise<() => Promise<Request[]>> {
  const scripts: Request[] = [];
  page.on('requestfinished', (request) => {
    if (new URL(request.url()).pathname.endsWith('.js')) scripts.push(request);
  });
  await page.addInitScript((wanted) => {
    const watcher = new MutationObserver(() => {
      if (document.querySelector(wanted) === null) return;
      performance.mark('there');
      watcher.disconnect();
    });
    watcher.observe(document, { childList: true, subtree: true });
  }, selector);
  return async () => {
    const there = await page.evaluate(
      () => performance.timeOrigin + (performance.getEntriesByName('there')[0]?.startTime ?? 0),
    );
    return scripts.filter((request) => request.timing().startTime <= there);
  };
}

/** What waits until the list is there comes in any order. */
const lateSorted = (calls: string[], first: number) => [
  ...calls.slice(0, first),
  ...calls.slice(first).sort(),
];

const annotate = (type: string, description: string) =>
  test.info().annotations.push({ type, description });

test('the list shows with little: calls and script', async ({ page, people }) => {
  const calls: string[] = [];
  const before = await scriptsBefore(page, 'tbody [data-row]');
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (isQuestion(request)) calls.push(`${request.method()} ${pathname}${search}`);
  });
  await people.open();
  await expect(people.cells('team').filter({ hasText: /\w/ }).first()).toBeVisible();

  // The views and the numbers of the menu wait until the list is there.
  await expect
    .poll(() =>
      lateSorted(
        calls.map((call) => call.replace(/\?.*/, '')),
        3,
      ),
    )
    .toEqual([
      'GET /api/club/v1/session',
      'GET /api/club/v1/people/filtered',
      'GET /api/club/v1/groups',
      'GET /api/club/v1/counters',
      'GET /api/club/v1/feedback',
      'GET /api/club/v1/views',
    ]);

  const bytes = (await Promise.all((await before()).map(gzipped))).reduce(
    (sum, size) => sum + size,
    0,
  );
  annotate('script before the list, gzip', `${bytes}`);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(170_000);

  // A sheet that arrives later is the last one, and the list is not laid out again for it.
  await expect(page.locator('head style[data-mantine-styles]')).toHaveCount(2);
  await expect(page.locator('body style')).toHaveCount(0);
});

test('a person shows with few files', async ({ page, person }) => {
  const id = await makePerson(page, { first_name: 'Weinig', last_name: 'Bestanden' });
  const before = await scriptsBefore(page, 'h1');
  await person.open(id);
  const files = (await before()).map((request) => new URL(request.url()).pathname);
  annotate('files of script of a person', `${files.length}`);
  expect(files.length).toBeGreaterThan(0);
  expect(files.length, files.join(', ')).toBeLessThanOrEqual(12);
});

/** How fast lines are, in the units of the browser: milliseconds, and bytes each second. */
const lines = {
  loopback: { latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
  'slow 4G': { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 },
} as const;

test('how soon the list shows is told, not judged', async ({ page, people }) => {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.setCacheDisabled', { cacheDisabled: true });
  for (const [name, line] of Object.entries(lines)) {
    await browser.send('Network.emulateNetworkConditions', { offline: false, ...line });
    await people.open();
    const painted = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            resolve(list.getEntries().at(-1)?.startTime ?? 0);
          }).observe({ type: 'largest-contentful-paint', buffered: true });
        }),
    );
    annotate(`largest paint of the list, ${name}`, `${Math.round(painted)} ms`);
    expect(painted).toBeGreaterThan(0);
  }
});

test('without the column of teams nobody asks for teams', async ({ page, people }) => {
  await showColumns(page, ['email', 'modified']);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (isQuestion(request)) calls.push(new URL(request.url()).pathname);
  });
  await people.open();
  await expect
    .poll(() => lateSorted(calls, 2))
    .toEqual([
      '/api/club/v1/session',
      '/api/club/v1/people/filtered',
      '/api/club/v1/counters',
      '/api/club/v1/feedback',
      '/api/club/v1/views',
    ]);
});

test('sorts by a header, both ways, and keeps it in the address', async ({ page, people }) => {
  await people.open();
  await expect(people.columnHead(peopleTexts.name)).toHaveAttribute('aria-sort', 'ascending');

  const { age } = peopleTexts.columnNames;
  await people.sortBy(age);
  await expect(page).toHaveURL(/\?sort=age$/);
  await people.sortBy(age);
  await expect(page).toHaveURL(/\?sort=age&order=desc$/);
  await expect(people.columnHead(age)).toHaveAttribute('aria-sort', 'descending');
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
  await people.open('?page=2&sort=modified&order=desc&oudLeden=1&birthYear=1950-2015');
  const names = await people.names();
  await expect(people.filters.chips.getByRole('listitem')).toHaveCount(2);
  await page.reload();
  await people.rows.first().waitFor();
  expect(await people.names()).toEqual(names);
});

test('nonsense in the address is ignored', async ({ people }) => {
  await people.open();
  const total = await people.total();
  await people.open(
    '?page=-1&aantal=7&sort=__proto__&order=x&birthYear=0-99999&birthMonth=13&modified=x&vogOuder=99&typeLid=&eigenaar=%00',
  );
  expect(await people.total()).toBe(total);
  await expect(people.filters.chips).toHaveCount(0);
});

test('searches, says when nobody is found, and clears', async ({ page, people }) => {
  await people.open();
  const someone = (await people.names())[0]?.split(' ')[0] ?? '';
  await people.search.fill(someone);
  await expect(page).toHaveURL(new RegExp(`q=${encodeURIComponent(someone)}`));
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

test('a row is found and opened by keyboard, and the way back leads to it', async ({
  page,
  people,
  person,
}) => {
  await people.open('?sort=modified&order=desc');
  const name = (await people.names())[2] ?? '';
  await page.keyboard.press('/');
  await expect(people.search).toBeFocused();
  await people.person(0).focus();
  for (const key of ['j', 'j', 'x', 'k', 'ArrowDown']) await page.keyboard.press(key);
  await expect(people.rows.nth(2).getByRole('checkbox')).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(person.name).toHaveText(name);
  await page.getByRole('link', { name: peopleTexts.title, exact: true }).last().click();
  await expect(page).toHaveURL(/\/leden\?sort=modified&order=desc$/);
  await expect(people.person(2)).toBeFocused();
});

test('a new person is added and found', async ({ page, people, person }) => {
  await people.open();
  await people.add({ first_name: 'Zebedeus', last_name: 'Testman', email: 'Zeb@Voorbeeld.NL' });
  await expect(person.name).toHaveText('Zebedeus Testman');
  await expect(page.getByRole('link', { name: 'zeb@voorbeeld.nl' })).toBeVisible();

  await people.open('?q=Testman');
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

test('a photo stands before the name, asked of this server with the session', async ({
  page,
  people,
}) => {
  const id = await makePerson(page, { first_name: 'Foto', last_name: 'Proefstuk' });
  const uploaded = await page.request.post(`/api/club/v1/people/${id}/photo`, {
    headers: await nonceOf(page),
    multipart: { file: png(20, 120, 140) },
  });
  expect(uploaded.status()).toBe(200);
  // A server that is known by another name than the one of the address bar.
  await page.route('**/people/filtered*', async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replaceAll(
      /http:\/\/127[^/"]+/g,
      'https://elders.example',
    );
    await route.fulfill({ response, body: text });
  });
  await people.open('?q=Proefstuk');
  const photo = people.rows.first().locator('img');
  await expect(photo).toHaveAttribute('loading', 'lazy');
  await expect(photo).toHaveAttribute('src', /^\/api\//);
  await expect
    .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await page.request.delete(`/api/cms/v2/people/${id}`, { headers: await nonceOf(page) });
});
