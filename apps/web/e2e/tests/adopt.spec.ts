import { adoptTexts } from '../../src/texts/adopt';
import { expectAccessible } from '../setup/axe';
import { environment } from '../setup/environment';
import { expect, test } from '../setup/fixtures';
import { makeGroup, makePerson, unique } from '../setup/rest';

test('what a plain user made is adopted by an administrator, a person and a team', async ({
  page,
  signInAs,
}) => {
  await signInAs(environment.user());
  const name = unique('Plant');
  const person = await makePerson(page, { first_name: name });
  const team = await makeGroup(page, 'teams', name);
  const notice = page.getByRole('alert', { name: adoptTexts.title });
  await page.goto(`/leden/${person}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(notice, 'a plain user cannot vouch').toHaveCount(0);

  await signInAs(environment.admin());
  for (const path of [`/leden/${person}`, `/teams/${team}`]) {
    await page.goto(path);
    await notice.getByRole('button', { name: adoptTexts.action }).click();
    const question = page.getByRole('dialog', { name: adoptTexts.question(name) });
    await expect(question).toContainText(adoptTexts.consequence);
    await expectAccessible(page);
    await question.getByRole('button', { name: adoptTexts.action }).click();
    await expect(page.getByText(adoptTexts.done(name)).first()).toBeVisible();
    await expect(notice).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(notice).toHaveCount(0);
  }
});

test('a record that cannot be adopted says why', async ({ page, signInAs }) => {
  await signInAs(environment.user());
  const person = await makePerson(page, { first_name: unique('Plant') });
  await signInAs(environment.admin());
  await page.route('**/adopt', (route) =>
    route.fulfill({
      status: 400,
      json: {
        code: 'rest_invalid_param',
        message: 'Ongeldige invoer: acf.assoc-id',
        data: {
          status: 400,
          params: { 'acf.assoc-id': 'Deze relatiecode hoort al bij iemand anders.' },
        },
      },
    }),
  );
  await page.goto(`/leden/${person}`);
  await page.getByRole('button', { name: adoptTexts.action }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: adoptTexts.action }).click();
  await expect(question.getByRole('alert')).toContainText('hoort al bij iemand anders');
});
