import { importTexts as texts } from '../../src/texts/imports';
import { expectAccessible } from '../setup/axe';
import { environment } from '../setup/environment';
import { expect, test } from '../setup/fixtures';
import { unique } from '../setup/rest';

test.beforeEach(async ({ signInAs }) => signInAs(environment.admin()));

test('people come from a file, and go back', async ({ page, settings }) => {
  test.slow(); // it waits for two jobs
  const name = unique('Import').replace(' ', '');
  await settings.open('importeren');
  await expectAccessible(page);
  const upload = (text: string, file: string) =>
    page.locator('input[type=file]').setInputFiles({
      name: file,
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
  await upload('Naam\n"open', 'kapot.csv');
  await expect(page.getByRole('alert')).toContainText('aanhalingsteken');

  const file = `${name}.csv`;
  await upload(
    `Voornaam;Achternaam;E-mail;Geboren;Maat\nJan;${name};${name}@club.example;31-05-2010;38\nPiet;${name};;31-02-2010;\n`,
    file,
  );
  await page.getByRole('heading', { name: file }).waitFor();
  await expect(page.getByText(texts.count(texts.outcomes.new, 1))).toBeVisible();
  await expect(page.getByText(/“31-02-2010” is geen datum/)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(texts.fieldOf('Maat')).selectOption({ label: 'Roepnaam' });
  await expect(page.getByText('Roepnaam: 38')).toBeVisible();

  await page.getByRole('button', { name: texts.apply, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: texts.apply, exact: true }).click();
  await expect(page.getByText(texts.states.applied, { exact: true })).toBeVisible();
  await page.getByText(texts.count(texts.outcomes.new, 1)).click();
  await expect(page.getByRole('link', { name: `Jan ${name}` })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: texts.undo }).click();
  await page.getByRole('dialog').getByRole('button', { name: texts.undo }).click();
  await expect(page.getByText(texts.summary(1, 0))).toBeVisible();
  await expect(page.getByRole('button', { name: texts.undo })).toHaveCount(0);
});
