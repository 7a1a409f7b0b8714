import { duplicateTexts as texts } from '../../src/texts/duplicates';
import { expectAccessible } from '../setup/axe';
import { environment } from '../setup/environment';
import { expect, test } from '../setup/fixtures';
import { makePerson, read, unique } from '../setup/rest';
import { keepScreenshot } from '../setup/screenshot';

test.beforeEach(async ({ signInAs }) => signInAs(environment.admin()));

test('two records of one person become one, and the old address leads on', async ({ page }) => {
  const last_name = unique('Tweeling');
  const contact_info = [
    { contact_type: 'email', contact_value: `${last_name.slice(-7)}@club.example` },
  ];
  const stays = await makePerson(page, {
    first_name: 'Sanne',
    last_name,
    contact_info,
    gender: 'female',
    birthdate: '2001-02-03',
  });
  const goes = await makePerson(page, {
    first_name: 'Sanna',
    last_name,
    contact_info,
    nickname: 'San',
  });

  await page.goto('/instellingen/dubbelen');
  const row = page.getByRole('listitem').filter({ hasText: last_name });
  await expect(row).toContainText(texts.reasons(['email']));
  await expectAccessible(page);
  await row.getByRole('button', { name: new RegExp(texts.merge, 'i') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(texts.person(`Sanne ${last_name}`, stays)).check();
  await dialog
    .getByRole('radiogroup', { name: texts.field('first_name') })
    .getByLabel('Sanna')
    .check();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
    await keepScreenshot(page, { path: `test-results/merge-${width}.png` });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: texts.merge }).click();
  await expect(page.getByText(/staat er nog één keer/)).toBeVisible();
  await expect(row).toHaveCount(0);

  const { acf } = await read<{ acf: Record<string, unknown> }>(page, `/cms/v2/people/${stays}`);
  expect(acf).toMatchObject({ first_name: 'Sanna', nickname: 'San', birthdate: '2001-02-03' });
  await page.goto(`/leden/${goes}`);
  await expect(page).toHaveURL(new RegExp(`/leden/${stays}$`));
});
