import { commonTexts } from '../../src/texts/common';
import { shellTexts } from '../../src/texts/shell';
import {
  activityTypeTexts,
  personTabTexts,
  timelineTexts as texts,
} from '../../src/texts/timeline';
import { todoTexts } from '../../src/texts/todos';
import { TimelinePage } from '../pom/timeline-page';
import { expectAccessible } from '../setup/axe';
import { environment } from '../setup/environment';
import { expect, test } from '../setup/fixtures';
import { makePerson, unique } from '../setup/rest';

test.beforeEach(async ({ signInAs }) => signInAs(environment.admin()));

test('a phone call is logged with its formatting, changed and deleted', async ({ page }) => {
  const timeline = new TimelinePage(page);
  const id = await makePerson(page, { first_name: 'Tijd', last_name: 'Lijn' });
  await page.goto(`/leden/${id}`);
  await page.getByRole('tab', { name: personTabTexts.timeline }).click();
  await expect(page).toHaveURL(/tab=tijdlijn/);
  await expect(page.getByText(texts.empty)).toBeVisible();

  await timeline.write('activity', 'Gebeld over <b>VOG</b> en ');
  await page.getByRole('button', { name: 'Vet' }).click();
  await page.keyboard.type('rijbeurten');
  await expectAccessible(page);
  await timeline.save();
  const entry = timeline.entries.first();
  await expect(entry.getByRole('heading', { name: activityTypeTexts.call })).toBeVisible();
  await expect(entry.getByText('Gebeld over <b>VOG</b> en rijbeurten')).toBeVisible();
  await expect(entry.locator('strong')).toHaveText('rijbeurten');
  await expectAccessible(page);

  await page.reload();
  await timeline.act(entry, texts.change);
  await expect(timeline.editor).toContainText('rijbeurten');
  await timeline.editor.press('Control+End');
  await page.keyboard.type(' morgen');
  await timeline.save();
  await expect(entry.locator('strong')).toHaveText('rijbeurten morgen');

  await timeline.act(entry, texts.remove);
  await page.getByRole('dialog').getByRole('button', { name: texts.remove }).click();
  await expect(page.getByText(texts.empty)).toBeVisible();
});

test('a note is for its author alone unless it is shared', async ({ page }) => {
  const timeline = new TimelinePage(page);
  const id = await makePerson(page, { first_name: 'Notitie', last_name: unique('Van') });
  await timeline.open(id);
  await timeline.write('note', 'Alleen voor mij');
  await timeline.save();
  await expect(timeline.entries.first().getByText(texts.privateNote)).toBeVisible();
  await page.getByRole('radiogroup').getByText(texts.kinds.activity, { exact: true }).click();
  await expect(page.getByText(texts.empty)).toBeVisible();
  await page.getByRole('radiogroup').getByText(texts.kinds.note, { exact: true }).click();
  await timeline.act(timeline.entries.first(), texts.change);
  await page.getByLabel(texts.shared).check();
  await timeline.save();
  await expect(timeline.entries.first().getByText(texts.privateNote)).toHaveCount(0);
});

test('who leaves what was typed is asked', async ({ page }) => {
  const timeline = new TimelinePage(page);
  const id = await makePerson(page, { first_name: 'Half', last_name: 'Af' });
  await timeline.open(id);
  await timeline.write('activity', 'Nog niet klaar');
  await page.getByRole('tab', { name: personTabTexts.profile }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Verder typen' }).click();
  await expect(timeline.editor).toContainText('Nog niet klaar');
});

test('a task about somebody is added, waits, and is finished with an activity', async ({
  page,
}) => {
  const name = unique('Bel terug');
  const id = await makePerson(page, { first_name: 'Over', last_name: 'Wie' });
  await page.goto(`/leden/${id}?tab=taken`);
  await expect(page.getByText(todoTexts.emptyAbout)).toBeVisible();
  await page.getByRole('textbox', { name: todoTexts.add }).fill(name);
  await page.getByRole('textbox', { name: todoTexts.due, exact: true }).fill('1-2-2020');
  await page.getByRole('button', { name: todoTexts.addSubmit, exact: true }).click();
  await expect(page.getByText(todoTexts.overdue('1 feb 2020'))).toBeVisible();
  await expect(page.getByRole('textbox', { name: todoTexts.add })).toHaveValue('');

  await page.getByRole('link', { name: shellTexts.todos }).first().click();
  // Until then the task stands on the page before, too.
  await expect(page.getByRole('heading', { level: 1, name: todoTexts.title })).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: name });
  const finish = row.getByRole('button', { name: todoTexts.finishThing(name) });
  await finish.click();
  await page.getByRole('menuitem', { name: todoTexts.finishAs.awaiting }).click();
  await expect(row).toHaveCount(0);
  await page
    .getByRole('radiogroup')
    .getByText(todoTexts.statuses.awaiting, { exact: true })
    .click();
  await expect(page).toHaveURL(/toon=awaiting/);
  await finish.click();
  await page.getByRole('menuitem', { name: todoTexts.finishAs.logged }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('[contenteditable="true"]')).toContainText(name);
  await dialog.getByRole('button', { name: texts.save, exact: true }).click();
  await expect(page.getByText(commonTexts.saved).first()).toBeVisible();
  await page
    .getByRole('radiogroup')
    .getByText(todoTexts.statuses.completed, { exact: true })
    .click();
  await expect(row.getByRole('button', { name: todoTexts.reopenThing(name) })).toBeVisible();

  await page.goto(`/leden/${id}?tab=tijdlijn`);
  await expect(page.getByRole('heading', { level: 2, name: activityTypeTexts.note })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: texts.todo })).toBeVisible();
});

test('a task is added from anywhere with a key, counted in the menu, and changed', async ({
  page,
  signInAs,
}) => {
  // Somebody whose tasks no other test adds to.
  await signInAs({ username: 'fairplay', password: environment.user().password });
  const name = unique('Overal');
  const id = await makePerson(page, { first_name: 'Toets', last_name: 'Aanslag' });
  await page.goto(`/leden/${id}`);
  const link = page.getByRole('link', { name: shellTexts.todos }).first();
  await expect(link).toHaveText(/\d/);
  const count = async () => Number(/\d+/.exec(await link.innerText())?.[0] ?? 0);
  const before = await count();
  await page.keyboard.press('t');
  const dialog = page.getByRole('dialog', { name: todoTexts.add });
  await expect(dialog.getByText(todoTexts.about('Toets Aanslag'))).toBeVisible();
  await dialog.getByRole('textbox', { name: todoTexts.what }).fill(name);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: todoTexts.addSubmit }).click();
  await expect.poll(count).toBe(before + 1);

  await page.getByRole('tab', { name: personTabTexts.todos }).click();
  const row = page.getByRole('listitem').filter({ hasText: name });
  await row.getByRole('button', { name: todoTexts.editThing(name) }).click();
  const form = page.getByRole('dialog', { name: todoTexts.edit });
  await form.getByRole('textbox', { name: todoTexts.what }).fill(`${name} nu`);
  await form.getByRole('textbox', { name: todoTexts.notes }).fill('Met uitleg');
  await expectAccessible(page);
  await form.getByRole('button', { name: texts.save }).click();
  await expect(row.getByText('Met uitleg')).toBeVisible();
  await row.getByRole('button', { name: todoTexts.finishThing(`${name} nu`) }).click();
  await page.getByRole('menuitem', { name: todoTexts.finishAs.completed, exact: true }).click();
  await expect.poll(count).toBe(before);
});
