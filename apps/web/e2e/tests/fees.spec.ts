import { caseTexts } from '../../src/texts/cases';
import { feeTexts as texts } from '../../src/texts/fees';
import { numberTexts } from '../../src/texts/numbers';
import { expectAccessible } from '../setup/axe';
import { environment } from '../setup/environment';
import { expect, test } from '../setup/fixtures';
import { keepScreenshot } from '../setup/screenshot';

test.beforeEach(async ({ signInAs }) => signInAs(environment.admin()));

const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];

test('who pays what is listed, found, and explained by euro', async ({ page }) => {
  await page.goto('/contributie?zoek=zzzzzz');
  await expect(page.getByText(texts.empty)).toBeVisible();
  await page.goto('/contributie');
  await expect(page.getByRole('heading', { name: texts.title })).toBeVisible();
  await expect(page.getByRole('table', { name: texts.list })).toBeVisible();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page);
    await keepScreenshot(page, { path: `test-results/fees-${size.width}.png` });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByLabel(texts.category).selectOption('pupil');
  await expect(page).toHaveURL(/categorie=pupil/);
  await page.locator('tbody').getByRole('button').first().click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByText(texts.explain.total)).toBeVisible();
  await expectAccessible(page);
  await keepScreenshot(page, { path: 'test-results/fees-panel.png' });
});

test('other settings are looked at before they are saved', async ({ page }) => {
  await page.goto('/contributie/instellingen');
  await expect(page.getByRole('heading', { name: texts.settingsTitle })).toBeVisible();
  await expectAccessible(page);
  await keepScreenshot(page, { path: 'test-results/fees-settings.png', fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await keepScreenshot(page, { path: 'test-results/fees-settings-390.png', fullPage: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: texts.up('Pupil') }).click();
  await expect(page.getByLabel(texts.label).first()).toHaveValue('Pupil');
  await page.getByLabel(texts.amount).first().fill('190');
  await page.getByRole('button', { name: texts.preview }).click();
  const dialog = page.getByRole('dialog', { name: texts.previewTitle });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await keepScreenshot(page, { path: 'test-results/fees-preview.png' });
});

test('an amount is what was typed, key by key', async ({ page }) => {
  await page.goto('/contributie/instellingen');
  const amount = page.getByLabel(texts.amount).first();
  await amount.selectText();
  await page.keyboard.press('Delete');
  await page.keyboard.type('175');
  await expect(amount).toHaveValue('€ 175');
  await page.keyboard.type(',5');
  await expect(amount).toHaveValue('€ 175,5');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('75');
  await expect(amount).toHaveValue('€ 175,75');

  await amount.selectText();
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: texts.preview }).click();
  await expect(page.getByText(numberTexts.missing)).toBeVisible();
  await expect(amount).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('categories are moved and taken away by the keyboard, in Dutch', async ({ page }) => {
  await page.goto('/contributie/instellingen');
  const labels = page.getByLabel(texts.label);
  const status = page.locator('main').getByRole('status');
  const up = page.getByRole('button', { name: texts.up('Junior') });
  await expect(labels.nth(2)).toHaveValue('Junior');
  await up.focus();
  await page.keyboard.press('Enter');
  await expect(status.filter({ hasText: texts.moved('Junior', 2) })).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(status.filter({ hasText: texts.moved('Junior', 1) })).toHaveCount(1);
  await expect(up).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(labels.first()).toHaveValue('Junior');
  await expect(up).toBeFocused();

  await page.getByRole('button', { name: texts.removeCategory('Junior') }).focus();
  await page.keyboard.press('Enter');
  await expect(labels.first()).toHaveValue('Mini');
  await expect(status.filter({ hasText: texts.categoryRemoved('Junior') })).toHaveCount(1);
  await expect(page.getByRole('main')).toBeFocused();

  const grip = page.getByRole('listitem').filter({ has: labels.first() }).locator('[aria-hidden]');
  const [from, to] = [await grip.nth(0).boundingBox(), await labels.nth(1).boundingBox()];
  if (from === null || to === null) throw new Error('not drawn');
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(from.x + 5, from.y + 20, { steps: 3 });
  await page.mouse.move(from.x + 5, to.y + 40, { steps: 10 });
  await page.mouse.up();
  await expect(status.filter({ hasText: texts.moved('Mini', 2) })).toHaveCount(1);
  expect(await page.locator('body').textContent()).not.toMatch(/draggable|dropped|picked up/i);
});

test('cases are listed by season and open', async ({ page }) => {
  await page.goto('/tuchtzaken');
  await expect(page.getByRole('heading', { name: caseTexts.title })).toBeVisible();
  const rows = page.getByRole('list', { name: caseTexts.list }).locator('details');
  await rows.first().locator('summary').click();
  await expect(rows.first().getByText(caseTexts.details.dossier)).toBeVisible();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectAccessible(page);
    await keepScreenshot(page, { path: `test-results/cases-${size.width}.png` });
  }
});
