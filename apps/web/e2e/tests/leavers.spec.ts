import { leaverTexts as texts } from '../../src/texts/leavers';
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
