import type { Page } from '@playwright/test';

import { groupTexts } from '../../src/texts/groups';
import { bulkTexts } from '../../src/texts/people-bulk';
import { selectionTexts } from '../../src/texts/people-selection';
import { personTexts } from '../../src/texts/person';
import { undoTexts } from '../../src/texts/undo';
import { reachTexts } from '../../src/texts/reach';
import { expectAccessible } from '../setup/axe';
import { environment } from '../setup/environment';
import { expect, test } from '../setup/fixtures';
import { nonceOf } from '../setup/helpers';
import { make, makePerson, read } from '../setup/rest';

test.beforeEach(async ({ signInAs }) => signInAs(environment.admin()));

/** Two people of this test alone, found by their last name. */
async function pair(page: Page, lastName: string): Promise<number[]> {
  return [
    await makePerson(page, { first_name: 'Ans', last_name: lastName }),
    await makePerson(page, { first_name: 'Bas', last_name: lastName }),
  ];
}

async function remove(page: Page, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await page.request.delete(`/api/cms/v2/people/${id}`, { headers: await nonceOf(page) });
  }
}

interface Stored {
  person_label: number[];
  acf: { _visibility: string; work_history: { team: number; is_current: boolean }[] };
}

const person = (page: Page, id: number) => read<Stored>(page, `/cms/v2/people/${id}`);

test('a selection goes on beyond its page, to the whole list', async ({ page, people }) => {
  await people.open();
  const rows = await people.rows.count();
  await people.select(0);
  await expect(people.bulk.root).toContainText(bulkTexts.selected(1));
  await people.bulk.selectAll.focus();
  await page.keyboard.press('Space');
  await expect(people.bulk.root).toContainText(bulkTexts.selected(rows));
  await expectAccessible(page);
  await people.nextPage.click();
  // Everybody on the page before is selected, and stands there until the next one has come.
  await expect(people.rows.nth(1).getByRole('checkbox')).not.toBeChecked();
  await people.select(1);
  await people.rows
    .nth(3)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await expect(people.bulk.root).toContainText(bulkTexts.selected(rows + 3));

  await people.bulk.selectAll.check();
  const total = await people.total();
  await page.getByRole('button', { name: selectionTexts.selectEverybody(total) }).click();
  await expect(people.bulk.root).toContainText(bulkTexts.selected(total));
  await people.bulk.root.getByRole('button', { name: selectionTexts.clear }).click();
  await expect(people.bulk.root).toHaveCount(0);
});

test('a selection is still there after a look at somebody', async ({ page, people, person }) => {
  await people.open();
  await people.select(0);
  await people.select(2);
  await people.person(1).click();
  await expect(person.name).toBeVisible();
  await page.goBack();
  await expect(people.bulk.root).toContainText(bulkTexts.selected(2));
  await expect(people.rows.nth(2).getByRole('checkbox')).toBeChecked();
});

test('the visibility of many is changed at once', async ({ page, people }) => {
  const ids = await pair(page, 'Zichtproef');
  await people.open('?q=Zichtproef');
  await people.bulk.selectAll.check();
  const dialog = await people.bulk.open('visibility');
  await expect(people.bulk.apply(2)).toBeDisabled();
  await dialog.getByLabel(personTexts.visibilities.shared).check();
  await expectAccessible(page);
  await people.bulk.apply(2).click();
  await expect(page.getByText(bulkTexts.done(2))).toBeVisible();
  await expect(people.bulk.root).toHaveCount(0);
  for (const id of ids) expect((await person(page, id)).acf._visibility).toBe('shared');
  await expectAccessible(page);
  await page.getByRole('button', { name: undoTexts.undo }).click();
  await expect(page.getByText(undoTexts.done)).toBeVisible();
  for (const id of ids) expect((await person(page, id)).acf._visibility).toBe('private');
  await remove(page, ids);
});

test('labels are added to what somebody has, or take its place', async ({ page, people }) => {
  const one = await make(page, '/cms/v2/person_label', { name: 'Proef een' });
  const two = await make(page, '/cms/v2/person_label', { name: 'Proef twee' });
  const ids = await pair(page, 'Labelproef');
  await people.open('?q=Labelproef');
  await people.select(0);
  let dialog = await people.bulk.open('labels');
  await dialog.getByLabel('Proef een').check();
  await expectAccessible(page);
  await people.bulk.apply(1).click();
  await expect(people.bulk.root).toHaveCount(0);

  await people.bulk.selectAll.check();
  dialog = await people.bulk.open('labels');
  await dialog.getByLabel('Proef twee').check();
  await people.bulk.apply(2).click();
  await expect(people.bulk.root).toHaveCount(0);
  const both = await Promise.all(ids.map(async (id) => (await person(page, id)).person_label));
  expect(both).toEqual([[one, two], [two]]);

  await people.bulk.selectAll.check();
  dialog = await people.bulk.open('labels');
  await dialog.getByLabel('Proef een').check();
  await dialog.getByLabel(bulkTexts.labels.replace).check();
  await people.bulk.apply(2).click();
  await expect(people.bulk.root).toHaveCount(0);
  for (const id of ids) expect((await person(page, id)).person_label).toEqual([one]);

  await remove(page, ids);
  for (const id of [one, two]) {
    await page.request.delete(`/api/cms/v2/person_label/${id}?force=true`, {
      headers: await nonceOf(page),
    });
  }
});

test('people are put into a team, found by typing', async ({ page, people }) => {
  const ids = await pair(page, 'Teamproef');
  await people.open('?q=Teamproef');
  await people.bulk.selectAll.check();
  const dialog = await people.bulk.open('group');
  const choice = dialog.getByPlaceholder(groupTexts.choose.placeholder);
  await choice.fill('breed');
  await page.getByRole('option', { name: 'Verenigingsbreed' }).click();
  await expectAccessible(page);
  await page
    .getByRole('button', { name: bulkTexts.group.deeds.add(2, 'Verenigingsbreed') })
    .click();
  await expect(people.cells('team').first()).toHaveText('Verenigingsbreed');
  for (const id of ids) {
    const { work_history } = (await person(page, id)).acf;
    expect(work_history.filter(({ is_current }) => is_current)).toHaveLength(1);
  }
  await remove(page, ids);
});

test('for whom it failed is said by name, and they stay selected', async ({ page, people }) => {
  const ids = await pair(page, 'Pechproef');
  await people.open('?q=Pechproef');
  await page.route('**/people/bulk-update', (route) =>
    route.fulfill({
      json: {
        success: true,
        updated: ids.slice(0, 1),
        failed: [{ id: ids[1], error: 'Bas is op slot.' }],
      },
    }),
  );
  await people.bulk.selectAll.check();
  const dialog = await people.bulk.open('visibility');
  await dialog.getByLabel(personTexts.visibilities.private).check();
  await people.bulk.apply(2).click();
  await expect(dialog.getByRole('alert')).toContainText('Bas Pechproef: Bas is op slot.');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(people.bulk.root).toContainText(bulkTexts.selected(1));
  await remove(page, ids);
});

test('a child is mailed through the parents, as is copied, and who cannot be reached is named', async ({
  page,
  context,
  people,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const mother = await makePerson(page, {
    first_name: 'Ma',
    last_name: 'Kopieproef',
    contact_info: [{ contact_type: 'email', contact_label: '', contact_value: 'ma@proef.example' }],
  });
  const child = await makePerson(page, {
    first_name: 'Kind',
    last_name: 'Kopieproef',
    birthdate: '2020-01-01',
    relationships: [{ related_person: mother, relationship_type: 2, relationship_label: '' }],
  });
  const alone = await makePerson(page, { first_name: 'Zonder', last_name: 'Kopieproef' });
  await people.open('?q=Kopieproef');
  await people.bulk.selectAll.check();
  await people.bulk.root.getByRole('button', { name: reachTexts.copy }).click();
  await page.getByRole('menuitem', { name: reachTexts.copies.email }).click();
  await expect(page.getByText(reachTexts.copied('email', 1))).toBeVisible();
  await expect(page.getByText(reachTexts.details('email', 1, ['Zonder Kopieproef']))).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('ma@proef.example');
  await remove(page, [child, mother, alone]);
});
