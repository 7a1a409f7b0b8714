import { personTexts } from '../../src/texts/person';
import { pictureTexts } from '../../src/texts/pictures';
import { Picture } from '../pom/picture';
import { expectAccessible } from '../setup/axe';
import { environment } from '../setup/environment';
import { expect, test } from '../setup/fixtures';
import { png } from '../setup/pictures';
import { make, makePerson, read, unique } from '../setup/rest';

test.beforeEach(async ({ signInAs }) => signInAs(environment.admin()));

test('a photo is placed, seen large, replaced by a drop, and removed', async ({ page, person }) => {
  const id = await makePerson(page, { first_name: unique('Foto') });
  const photo = new Picture(page, 'photo');
  await person.open(id);
  await photo.add(png(200, 30, 30));
  await expect(photo.placed()).toBeVisible();
  await expect.poll(() => photo.isShown()).toBe(true);
  const first = await photo.image.getAttribute('src');
  expect(first).toMatch(/^\/api\/club\/v1\/media\/\d+\/thumbnail$/);

  await photo.showButton.click();
  await expect(photo.dialog.locator('img')).toHaveAttribute('src', /\/full$/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await photo.drop(png(30, 30, 200));
  await expect(photo.image).not.toHaveAttribute('src', first ?? '');
  await page.reload();
  await expect.poll(() => photo.isShown()).toBe(true);

  await photo.remove();
  await expect(photo.removed()).toBeVisible();
  await expect(photo.addButton).toBeVisible();
  const { featured_media } = await read<{ featured_media: number }>(page, `/cms/v2/people/${id}`);
  expect(featured_media).toBe(0);
});

test('another photo can be chosen in the dialog', async ({ page, person }) => {
  const id = await makePerson(page, { first_name: unique('Foto') });
  const photo = new Picture(page, 'photo');
  await person.open(id);
  await photo.add(png(200, 30, 30));
  await expect.poll(() => photo.isShown()).toBe(true);
  const first = await photo.image.getAttribute('src');
  await photo.replace(png(30, 200, 30));
  await expect(photo.image).not.toHaveAttribute('src', first ?? '');
});

test('what is no photo is refused with the reason', async ({ page, person }) => {
  const id = await makePerson(page, { first_name: unique('Foto') });
  const { problems } = pictureTexts.photo;
  const photo = new Picture(page, 'photo');
  await person.open(id);

  await photo.drop({ name: 'brief.txt', mimeType: 'text/plain', buffer: Buffer.from('tekst') });
  await expect(page.getByText(problems.type)).toBeVisible();

  const large = { ...png(1, 2, 3), buffer: Buffer.alloc(10 * 1024 * 1024 + 1) };
  await photo.add(large);
  await expect(page.getByText(problems.size)).toBeVisible();

  // Called a picture and none: the server says so.
  await photo.add({ name: 'nep.png', mimeType: 'image/png', buffer: Buffer.from('geen plaatje') });
  await expect(page.getByText(/geen afbeelding/)).toBeVisible();
  await expect(photo.addButton).toBeVisible();
});

test('labels are put on a person and taken away', async ({ page, person }) => {
  const name = unique('Label');
  await make(page, '/cms/v2/person_label', { name });
  const id = await makePerson(page, { first_name: unique('Gelabeld') });
  const texts = personTexts.labels;
  await person.open(id);

  await page.getByRole('button', { name: texts.add }).click();
  const dialog = page.getByRole('dialog', { name: texts.title });
  await dialog.getByRole('checkbox', { name }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Opslaan' }).click();
  const badge = page.locator(`[data-label="${name}"]`);
  await expect(badge).toBeVisible();

  await page.reload();
  await expect(badge).toBeVisible();
  await page.getByRole('button', { name: texts.edit }).click();
  await dialog.getByRole('checkbox', { name }).uncheck();
  await dialog.getByRole('button', { name: 'Opslaan' }).click();
  await expect(badge).toHaveCount(0);
});
