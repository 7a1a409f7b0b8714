import type { Page } from '@playwright/test';

import { dashboardTexts } from '../../src/texts/dashboard';
import { environment } from '../setup/environment';
import { expect, test } from '../setup/fixtures';

// As most people's browsers: what may be wanted soon comes by itself.
test.use({ savesData: false });

test.use({ serviceWorkers: 'allow', keepsContext: false });

/** Opens a page that the worker answers. */
async function work(page: Page): Promise<void> {
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

const keptPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

test('the club can be installed', async ({ page, request }) => {
  await page.goto('/aanmelden');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await request.get(address ?? '');
  expect(answer.headers()['content-type']).toBe('application/manifest+json');
  const manifest = (await answer.json()) as {
    icons: { src: string }[];
    start_url: string;
    display: string;
  };
  expect(manifest).toMatchObject({ start_url: '/', display: 'standalone' });
  expect(manifest.icons).toHaveLength(3);
  for (const { src } of manifest.icons) {
    const icon = await request.get(src);
    expect(icon.headers()['content-type']).toBe('image/png');
  }
});

test('the frame is kept on the device, and nothing of anybody', async ({
  page,
  context,
  dashboard,
  people,
  signInAs,
}) => {
  await signInAs(environment.admin());
  await work(page);
  await page.reload();
  await expect(dashboard.block('birthdays').getByRole('listitem').first()).toBeVisible();
  await people.open();

  const kept = await keptPaths(page);
  expect(kept).toContain('/');
  expect(kept.length).toBeGreaterThan(5);
  // Files whose names are in the program, and the document, which is the same for everybody.
  expect(kept.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([]);
  const { rest, stored } = await page.evaluate(async () => {
    const page = await caches.match('/');
    return { rest: await page?.text(), stored: JSON.stringify(Object.entries(localStorage)) };
  });
  expect(rest).not.toContain('Bea Beheer');
  expect(stored).not.toContain('Bea Beheer');

  // Without a connection the page opens, and says so; what was on it is not on the device.
  await context.setOffline(true);
  await page.goto('/');
  await expect(
    page
      .getByRole('alert')
      .or(page.getByRole('heading', { level: 1 }))
      .first(),
  ).toBeVisible();
  await expect(page.getByText(dashboardTexts.blocks.birthdays)).toHaveCount(0);
  await context.setOffline(false);
  await page.reload();
  await expect(dashboard.heading).toHaveText(dashboardTexts.titles.administrator);
});
