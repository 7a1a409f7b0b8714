import { caseTexts } from '../../src/texts/cases';
import { feeTexts as texts } from '../../src/texts/fees';
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
