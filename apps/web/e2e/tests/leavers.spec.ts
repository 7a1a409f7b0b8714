import { erasureTexts } from '../../src/texts/erasure';
import { leaverTexts as texts } from '../../src/texts/leavers';
import { settingsTexts } from '../../src/texts/settings';
import { expectAccessible } from '../setup/axe';
import { environment } from '../setup/environment';
import { expect, test } from '../setup/fixtures';

test('an administrator sees what goes of whom, keeps somebody, and lets the rules be for them again', async ({
  page,
  signInAs,
}) => {
  await signInAs(environment.admin());
  await page.goto('/instellingen/bewaren');
  const name = 'Joost Rietveld'; // of the demo
  await expect(page.getByText(/worden gegevens van \d+ oud-leden? gewist/)).toBeVisible();
  await expect(page.getByText('Marga Terpstra', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Toon alle \d+$/ }).click();
  await page.getByRole('button', { name: texts.keep.thing(name) }).click();
  const dialog = page.getByRole('dialog', { name: texts.keep.title(name) });
  await expectAccessible(page);
  await dialog.getByLabel(texts.keep.reason).fill('Lopende zaak');
  await dialog.getByRole('button', { name: texts.keep.action }).click();
  await expect(page.getByText(texts.keep.done(name))).toBeVisible();
  await expect(page.getByRole('button', { name: texts.keep.thing(name) })).toHaveCount(0);
  await page.getByRole('button', { name: texts.kept.letGoThing(name) }).click();
  await page
    .getByRole('dialog', { name: texts.kept.letGoTitle(name) })
    .getByRole('button', { name: texts.kept.letGo })
    .click();
  await expect(page.getByText(texts.kept.done(name))).toBeVisible();
  await expect(page.getByRole('button', { name: texts.kept.letGoThing(name) })).toHaveCount(0);
});

test('who keeps the members sees what goes and can stop it, and leaves the rules to administrators', async ({
  page,
  settings,
  signInAs,
}) => {
  await signInAs({ username: 'ledenadministratie', password: environment.user().password });
  await page.goto('/instellingen');
  await settings.menu.filter({ hasText: settingsTexts.pages.keep }).click();
  await expect(page.getByText(/worden gegevens van \d+ oud-leden? gewist/)).toBeVisible();
  await expect(page.getByText(/De mail hierover ging weg op/)).toBeVisible(); // to her
  await expect(page.getByText(texts.rules.readOnly)).toBeVisible();
  await expect(page.getByText(texts.rules.line('De hele persoon', 84))).toBeVisible();
  await expect(page.getByRole('switch')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: erasureTexts.list.title })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: texts.waiting.stop }).click();
  const dialog = page.getByRole('dialog', { name: texts.waiting.stopTitle });
  await expect(dialog.getByText(texts.waiting.stopMessage)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const someone = page
    .getByRole('region', { name: texts.title })
    .getByRole('listitem')
    .filter({ hasText: 'Weg sinds' })
    .getByRole('link')
    .first();
  const name = await someone.innerText();
  await someone.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});
