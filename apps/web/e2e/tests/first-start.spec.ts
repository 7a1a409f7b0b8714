import { test } from '@playwright/test';

import { clubTexts, firstStartTexts as texts } from '../../src/texts/club';
import { commonTexts } from '../../src/texts/common';
import { settingsTexts } from '../../src/texts/settings';
import { expectAccessible } from '../setup/axe';
import { startEmpty } from '../setup/empty-server';
import { expect } from '../setup/fixtures';

const password = 'zeven blauwe kano’s';

test('begins an installation at the address that the program prints', async ({ page }) => {
  const server = await startEmpty();
  try {
    await page.goto(server.firstStart);
    await page.getByLabel(texts.displayName).fill('Anna de Wit');
    await page.getByLabel(texts.email).fill('anna@mijnclub.example');
    await page.getByLabel(texts.username).fill('anna');
    await page.getByLabel(texts.password, { exact: true }).fill('kort');
    await page.getByLabel(texts.repeat).fill(password);
    await page.getByRole('button', { name: texts.submit }).click();
    await expect(page.getByText(settingsTexts.password.tooShort)).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel(texts.password, { exact: true }).fill(password);
    await page.getByRole('button', { name: texts.submit }).click();

    await expect(page.getByRole('heading', { name: texts.clubTitle })).toBeVisible();
    await page.getByLabel(clubTexts.name).fill('vv Mijn Club');
    await page.getByRole('button', { name: commonTexts.save }).click();
    await expect(page.getByText(commonTexts.saved)).toBeVisible();
    await expect(page).toHaveTitle(/vv Mijn Club/);
    await expectAccessible(page);
    await page.getByRole('link', { name: texts.byHand }).click();
    await expect(page).toHaveURL(/\/leden/);

    await page.goto(server.firstStart);
    await expect(page.getByText(texts.useless, { exact: true })).toBeVisible();
  } finally {
    await server.stop();
  }
});
