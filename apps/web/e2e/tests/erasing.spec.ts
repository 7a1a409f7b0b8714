import { commonTexts } from '../../src/texts/common';
import { erasureTexts } from '../../src/texts/erasure';
import { errorTexts } from '../../src/texts/errors';
import { personTexts } from '../../src/texts/person';
import { expectAccessible } from '../setup/axe';
import { environment } from '../setup/environment';
import { expect, test } from '../setup/fixtures';
import { makePerson } from '../setup/rest';

const { list: texts } = erasureTexts;

test('somebody is erased after a rehearsal, leaves every list, and comes back', async ({
  page,
  person,
  people,
  signInAs,
}) => {
  await signInAs(environment.admin());
  const name = 'Proef Vergeten';
  const id = await makePerson(page, { first_name: 'Proef', last_name: 'Vergeten' });
  await person.open(id);
  await page.getByRole('button', { name: commonTexts.moreActions }).click();
  await page.getByRole('menuitem', { name: personTexts.erase }).click();
  const dialog = page.getByRole('dialog', { name: erasureTexts.title(name) });
  await expect(dialog.getByRole('heading', { name: erasureTexts.fates.goes })).toBeVisible();
  await expect(dialog.getByText('Gegevens van de persoon')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: erasureTexts.confirm }).click();
  await expect(page.getByText(erasureTexts.planned(name))).toBeVisible();
  await expect(people.heading).toBeVisible();
  await page.goto(`/leden/${id}`);
  await expect(page.getByRole('heading', { name: errorTexts.notFound.title })).toBeVisible();

  await page.goto('/instellingen/bewaren');
  await expect(page.getByText(texts.states.planned).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: texts.withdrawThing(name) }).click();
  await expect(page.getByText(texts.back(name))).toBeVisible();
  await expect(page.getByRole('button', { name: texts.withdrawThing(name) })).toHaveCount(0);
  await page.goto(`/leden/${id}`);
  await expect(page.getByRole('heading', { name })).toBeVisible();
});

test('of who was erased a number is left, and a plain user sees nothing of it', async ({
  page,
  signInAs,
}) => {
  await signInAs(environment.admin());
  await page.goto('/instellingen/bewaren');
  // Both are people of the demo.
  await expect(page.getByText('Wessel Oudshoorn')).toBeVisible();
  await expect(page.getByText(/^Persoon \d+$/)).toBeVisible();
  await expect(page.getByText('Zandbergen')).toHaveCount(0);

  await page.context().clearCookies();
  await signInAs(environment.user());
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/instellingen/bewaren');
  await expect(page.getByRole('heading', { name: errorTexts.noAccess.title })).toBeVisible();
  expect(asked.filter((path) => path.includes('erasure'))).toEqual([]);
  const own = await makePerson(page, { first_name: 'Proef', last_name: 'Eigen' });
  await page.goto(`/leden/${own}`);
  await page.getByRole('button', { name: commonTexts.moreActions }).click();
  await expect(page.getByRole('menuitem', { name: personTexts.remove.action })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: personTexts.erase })).toHaveCount(0);
});
