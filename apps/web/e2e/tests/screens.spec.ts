import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { environment } from '../setup/environment';
import { expect, test } from '../setup/fixtures';

interface Screen {
  name: string;
  path: string | ((page: Page) => Promise<string>);
  signedOut?: true;
  /** The picture goes beyond the screen; off for long lists. */
  whole?: true;
  prepare?: (page: Page) => Promise<unknown>;
  /** What stands there when the page is done. */
  ready: (page: Page) => Promise<unknown>;
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor();
const text = (value: string | RegExp) => (page: Page) => page.getByText(value).first().waitFor();

/** The first person of the list, in the order that a question asks for. */
const someone = (question: string) => async (page: Page) => {
  const answer = await page.request.get(`/api/club/v1/people/filtered?per_page=1&${question}`);
  const { people } = (await answer.json()) as { people: { id: number }[] };
  return `/leden/${people[0]?.id ?? 0}`;
};

const failing = (page: Page) =>
  page.route('**/people/filtered*', (route) =>
    route.fulfill({ status: 400, json: { code: 'x', message: '', data: { status: 400 } } }),
  );

const screens: readonly Screen[] = [
  { name: 'aanmelden', path: '/aanmelden', signedOut: true, ready: heading },
  { name: 'leden', path: '/leden', ready: text('@') },
  {
    name: 'leden-oud',
    path: '/leden?oudLeden=1&kolommen=lidnummer,type-lid,lid-tot,vrijwilliger&sort=lid-tot&order=desc',
    ready: text('Oud-lid'),
  },
  { name: 'leden-leeg', path: '/leden?zoek=xqzxqz', ready: text('Niemand gevonden') },
  { name: 'leden-fout', path: '/leden', prepare: failing, ready: text('Opnieuw proberen') },
  {
    name: 'leden-nieuw',
    path: '/leden',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Nieuwe persoon' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'persoon-vrijwilliger',
    whole: true,
    path: someone('orderby=custom_huidig-vrijwilliger&order=desc'),
    ready: text('Contactgegevens'),
  },
  {
    name: 'persoon-oud-lid',
    whole: true,
    path: someone('include_former=1&orderby=custom_lid-tot&order=desc'),
    ready: text('Contactgegevens'),
  },
  {
    name: 'persoon-bewerken',
    whole: true,
    path: someone('orderby=custom_huidig-vrijwilliger&order=desc'),
    ready: async (page) => {
      for (const card of ['Contactgegevens', 'Adressen', 'Persoonsgegevens', 'Geschiedenis']) {
        await page.getByRole('button', { name: `${card} bewerken` }).click();
      }
    },
  },
  {
    name: 'menu',
    path: '/instellingen/info',
    ready: async (page) => {
      const burger = page.getByRole('button', { name: 'Menu openen' });
      if (await burger.isVisible()) {
        await burger.click();
        await page.getByRole('dialog').waitFor();
      } else {
        await page.getByRole('button', { name: /Gebruikersmenu/ }).click();
        await page.getByRole('menu').waitFor();
      }
    },
  },
  { name: 'persoon-niet-gevonden', path: '/leden/99999999', ready: heading },
  {
    name: 'beveiliging',
    whole: true,
    path: '/instellingen/beveiliging',
    ready: text('Dit apparaat'),
  },
  { name: 'info', path: '/instellingen/info', ready: text('API-documentatie') },
  { name: 'niet-gevonden', path: '/bestaat-niet', ready: heading },
  { name: 'api', path: '/reference', ready: text('/cms/v2/people') },
];

const viewports = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];

// axe takes its time over a table of fifty rows, and every test looks at three widths.
test.describe.configure({ timeout: 120_000 });

for (const { name, path, signedOut, whole, prepare, ready } of screens) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${name}, ${colorScheme}`, async ({ page, signInAs }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      if (signedOut !== true) await signInAs(environment.admin());
      await prepare?.(page);
      const address = typeof path === 'string' ? path : await path(page);
      for (const viewport of viewports) {
        await page.setViewportSize(viewport);
        await page.goto(address);
        await ready(page);
        await page.evaluate(() => document.fonts.ready);

        await page.screenshot({
          path: `e2e/screenshots/${name}-${viewport.width}-${colorScheme}.png`,
          fullPage: whole,
        });
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(
          violations.flatMap(({ id, nodes }) =>
            nodes.map(({ target }) => `${id}: ${String(target)}`),
          ),
        ).toEqual([]);
        // Nothing makes the page itself scroll sideways.
        const { scrollWidth, innerWidth } = await page.evaluate(() => ({
          scrollWidth: document.documentElement.scrollWidth,
          innerWidth: window.innerWidth,
        }));
        expect(scrollWidth).toBeLessThanOrEqual(innerWidth);
      }
    });
  }
}
