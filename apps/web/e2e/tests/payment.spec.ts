import type { Page } from '@playwright/test';

import { environment } from '../setup/environment';
import { expectAccessible } from '../setup/axe';
import { expect, test } from '../setup/fixtures';

test.beforeEach(async ({ signInAs }) => signInAs(environment.admin()));

/** A member with an invoice for this season, made over REST; answers where it is paid. */
async function bill(page: Page): Promise<string> {
  const session = await page.request.get('/api/club/v1/session');
  const { nonce } = (await session.json()) as { nonce: string };
  const headers = { 'X-CMS-Nonce': nonce };
  const person = await page.request.post('/api/cms/v2/people', {
    headers,
    data: {
      status: 'publish',
      acf: { first_name: 'Proef', last_name: 'Betaler', leeftijdsgroep: 'Onder 10' },
    },
  });
  const { id } = (await person.json()) as { id: number };
  const invoice = await page.request.post('/api/club/v1/fees/create-membership-invoice', {
    headers,
    data: { person_id: id },
  });
  await expect(invoice).toBeOK();
  return ((await invoice.json()) as { payment_url: string }).payment_url;
}

const pay = (page: Page, outcome: string) => page.getByRole('button', { name: outcome }).click();

test('an invoice is paid at once, and a failed payment can be tried again', async ({ page }) => {
  const address = await bill(page);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Factuur C');
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Betaal €/ }).click();
  await expect(page.getByRole('heading', { name: 'Proefbetaling' })).toBeVisible();
  const checkout = page.url();
  await pay(page, 'Mislukt');
  await expect(page).toHaveURL(/betaald=1/);
  await expect(page.getByRole('status')).toContainText('We verwerken je betaling');
  await page.getByRole('button', { name: /^Betaal €/ }).click();
  expect(page.url()).toBe(checkout);
  await pay(page, 'Betaald');
  await expect(page.getByRole('status')).toContainText('Je betaling is binnen');
  await page.goto(address);
  await expect(page.getByRole('status')).toContainText('Deze factuur is betaald');
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.goto(checkout);
  await expect(page.getByText('werkt niet meer')).toBeVisible();
});

test('another plan replaces the first one, until something was paid', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const address = await bill(page);
  await page.goto(address);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(320);
  await page.getByRole('button', { name: /^Betaal €/ }).click();
  await expect(page.getByRole('heading', { name: 'Proefbetaling' })).toBeVisible();
  const first = page.url();
  await page.goto(address);
  await page.getByText('Anders betalen').click();
  const terms = page.locator('section', {
    has: page.getByRole('heading', { name: 'In 3 termijnen' }),
  });
  await terms.getByRole('button').click();
  await expect(page.getByText('Termijn 1/3')).toBeVisible();
  expect(page.url()).not.toBe(first);
  await pay(page, 'Betaald');
  await expect(page.getByRole('listitem').first()).toContainText('betaald');
  await expect(page.getByRole('button', { name: /^Betaal termijn 2/ })).toBeVisible();
  await expect(page.getByText('Anders betalen')).toHaveCount(0);
  await expectAccessible(page);
  await page.goto(first);
  await expect(page.getByText('werkt niet meer')).toBeVisible();
});

test('a link that leads to no invoice says so', async ({ page }) => {
  const answer = await page.goto(`/betaling/${'0'.repeat(64)}`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Deze pagina bestaat niet' })).toBeVisible();
  await expectAccessible(page);
});
