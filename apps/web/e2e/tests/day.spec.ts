import type { Page } from '@playwright/test';

import { isoDay } from '../../src/lib/dates';
import { anniversaryTexts } from '../../src/texts/anniversaries';
import { selectionTexts } from '../../src/texts/people-selection';
import { shiftTexts } from '../../src/texts/shifts';
import { trainingTexts } from '../../src/texts/training';
import { vogTexts } from '../../src/texts/vog';
import { expectAccessible } from '../setup/axe';
import { environment } from '../setup/environment';
import { expect, signIn, test } from '../setup/fixtures';
import { make, read } from '../setup/rest';
import { keepScreenshot } from '../setup/screenshot';

const picture = (page: Page, name: string) =>
  keepScreenshot(page, { path: `test-results/day-${name}.png` });

/** A day so many days from now, as the field for a date takes it. */
const typedDay = (later: number) => {
  const day = new Date(Date.now() + later * 86_400_000);
  return `${day.getDate()}-${day.getMonth() + 1}-${day.getFullYear()}`;
};

test('a shift is planned, somebody is put on it, and a member signs up', async ({
  page,
  signInAs,
  browser,
}) => {
  await signInAs(environment.admin());
  await page.goto('/diensten');
  await page.getByRole('button', { name: shiftTexts.new }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel(shiftTexts.form.title).fill('Lijnen trekken');
  await form.getByRole('textbox', { name: shiftTexts.form.date }).fill(typedDay(3));
  await form.getByLabel(shiftTexts.form.repeat).selectOption('1');
  await form.getByRole('textbox', { name: shiftTexts.form.until }).fill(typedDay(11));
  await expectAccessible(page);
  await picture(page, 'shift-form');
  await form.getByRole('button', { name: shiftTexts.form.plan }).click();
  await expect(page.getByText(shiftTexts.form.planned(2))).toBeVisible();

  await page.getByRole('button', { name: 'Lijnen trekken' }).first().click();
  await expect(page).toHaveURL(/dienst=\d+/);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: shiftTexts.add }).fill('an');
  await page.getByRole('option').first().click();
  await expect(dialog.getByText(shiftTexts.filledLong(1, 2))).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'shift');
  await expect(dialog.getByRole('button', { name: /bericht/i })).toBeVisible();

  const other = await browser.newContext({ baseURL: environment.baseURL() });
  const member = await other.newPage();
  await signIn(member, environment.user());
  await member.goto('/diensten?open=true');
  const row = member.getByRole('listitem').filter({ hasText: 'Lijnen trekken' }).first();
  await row.getByRole('button', { name: /^Aanmelden/ }).click();
  await expect(member.getByText(shiftTexts.signedUp('Lijnen trekken'))).toBeVisible();
  await member.goto('/diensten?mijn=true');
  await expect(row.getByText(shiftTexts.comes)).toBeVisible();
  await expect(member.getByRole('button', { name: shiftTexts.new })).toBeHidden();
  await picture(member, 'shifts-member');
  await other.close();
});

test('who plans shifts and nothing else finds volunteers by name, and can not open them', async ({
  page,
  signInAs,
}) => {
  // contract: club §2.11-1
  await signInAs({ username: 'vrijwilligers', password: environment.user().password });
  const shift = await make(page, '/club/v1/shifts', {
    title: 'Bar draaien',
    date: isoDay(new Date(Date.now() + 5 * 86_400_000)),
    start: '10:00',
    end: '14:00',
    capacity: 2,
  });
  await page.goto(`/diensten?dienst=${shift}`);
  const dialog = page.getByRole('dialog');
  const choice = dialog.getByRole('combobox', { name: shiftTexts.add });
  // Who plans is a member, too, and sees some others: somebody else is put on the shift.
  const seen = await read<{ title: { rendered: string } }[]>(
    page,
    '/cms/v2/people?per_page=100&_fields=title',
  );
  await choice.fill('an');
  const options = page.getByRole('option');
  await expect(options.first()).toBeVisible();
  const hidden = (await options.allTextContents()).findIndex(
    (text) => !seen.some(({ title }) => text.includes(title.rendered)),
  );
  expect(hidden).toBeGreaterThanOrEqual(0);
  const option = options.nth(hidden);
  await picture(page, 'shift-planner');
  await option.click();
  await expect(dialog.getByText(shiftTexts.filledLong(1, 2))).toBeVisible();
  await expectAccessible(page);

  const { assignments } = await read<{ assignments: { person_id: number; name: string }[] }>(
    page,
    `/club/v1/shifts/${shift}`,
  );
  expect(assignments).toHaveLength(1);
  const [{ person_id, name }] = assignments as [{ person_id: number; name: string }];
  await expect(dialog.getByText(name)).toBeVisible();
  await expect(dialog.getByRole('link', { name })).toBeHidden();
  expect((await page.request.get(`/api/cms/v2/people/${person_id}`)).status()).toBe(403);
  await page.goto(`/leden/${person_id}`);
  await expect(page.getByRole('heading', { name })).toBeHidden();
});

test('volunteers are written about their certificate, and it is told with whom that failed', async ({
  page,
  signInAs,
}) => {
  await signInAs(environment.admin());
  await page.goto('/vog?stap=aanschrijven');
  await page.getByRole('table', { name: vogTexts.list }).waitFor();
  const step = page.getByRole('button', { name: /Nog aan te schrijven/ });
  const before = await step.locator('span').first().innerText();
  await page.getByRole('checkbox').nth(1).check();
  await page.getByRole('checkbox').nth(2).check();
  const bar = page.getByRole('region', { name: vogTexts.selection });
  await expect(bar.getByText(vogTexts.selected(2))).toBeVisible();
  await picture(page, 'vog-selection');
  await bar.getByRole('button', { name: vogTexts.deeds.send.action }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: vogTexts.deeds.send.start }).click();
  await expect(dialog.getByText(/verstuurd\.$/)).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'vog-done');
  await dialog.getByText('Sluiten', { exact: true }).click();
  await expect(step.locator('span').first()).not.toHaveText(before);
  await page.getByRole('button', { name: /Aangeschreven Vraag/ }).click();
  await expect(page).toHaveURL(/stap=aangeschreven/);
  await page
    .getByRole('button', { name: /Mails over de VOG aan/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByText(/VOG (aanvraag|vernieuwing)/)).toBeVisible();
  await picture(page, 'vog-history');
});

test('the boxes of volunteers are as large as a finger on a phone', async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(environment.admin());
  await page.goto('/vog?stap=aanschrijven');
  const all = page.getByRole('checkbox', { name: selectionTexts.selectAll });
  await all.waitFor();
  for (const box of [all, page.getByRole('checkbox').nth(1)]) {
    const target = await box.locator('..').boundingBox();
    expect(target?.width).toBeGreaterThanOrEqual(44);
    expect(target?.height).toBeGreaterThanOrEqual(44);
  }
});

test('a text about certificates is looked at before it is saved', async ({ page, signInAs }) => {
  await signInAs(environment.admin());
  await page.goto('/vog/instellingen');
  const texts = vogTexts.settings;
  await page
    .getByLabel(texts.template_new, { exact: true })
    .fill('Dag {first_name}, vraag een VOG aan.');
  await page.getByRole('button', { name: `${texts.preview}: ${texts.template_new}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: texts.previewFor }).fill('an');
  await page.getByRole('option').first().click();
  await expect(dialog.getByText(/Dag \S+, vraag een VOG aan\./)).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'vog-preview');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Opslaan' }).click();
  await expect(page.getByText('Opgeslagen')).toBeVisible();
  await page.getByLabel(texts.template_new, { exact: true }).fill('');
  await page.getByRole('button', { name: 'Opslaan' }).click();
  await expect(page.getByLabel(texts.template_new, { exact: true })).toHaveValue(/^Beste/);
});

test('training is moved to a pitch where it clashes, and called off for a day', async ({
  page,
  signInAs,
}) => {
  await signInAs(environment.admin());
  await page.goto('/trainingsschema');
  await expect(page.getByText(trainingTexts.clashesHint)).toBeVisible();
  await page.getByRole('button', { name: /Keeperstraining/ }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('checkbox', { name: /^Vervalt op/ }).check();
  await form.getByLabel(trainingTexts.form.label).fill('Keepers');
  await expectAccessible(page);
  await picture(page, 'training-form');
  await form.getByRole('button', { name: trainingTexts.form.save }).click();
  const changed = page.getByRole('button', { name: /Keepers/ });
  await expect(changed.getByText(trainingTexts.cancelled)).toBeVisible();
  await page.getByRole('button', { name: trainingTexts.nextWeek }).click();
  await expect(changed.getByText(trainingTexts.cancelled)).toBeHidden();

  await page.getByRole('button', { name: trainingTexts.pitches }).click();
  await page.getByLabel(trainingTexts.pitchDialog.new).fill('Veld 5');
  await page.getByRole('button', { name: trainingTexts.pitchDialog.add, exact: true }).click();
  await expect(
    page.getByRole('button', { name: trainingTexts.pitchDialog.remove('Veld 5') }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: trainingTexts.copy }).click();
  await page.getByRole('dialog').getByRole('combobox').selectOption({ index: 1 });
  await picture(page, 'training-copy');
  await page.getByRole('button', { name: trainingTexts.copyDialog.submit }).click();
  await expect(page.getByText(/trainingen zijn gekopieerd/)).toBeVisible();
});

test('the club chooses which anniversaries it celebrates, and takes the list along', async ({
  page,
  signInAs,
}) => {
  await signInAs(environment.admin());
  await page.goto('/jubilarissen');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: anniversaryTexts.exportCsv }).click();
  expect((await file).suggestedFilename()).toBe('jubilarissen.csv');
  await page.getByRole('button', { name: anniversaryTexts.settings }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(anniversaryTexts.dialog.label).fill('10');
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  await picture(page, 'milestones');
  await dialog.getByRole('button', { name: anniversaryTexts.dialog.save }).click();
  await expect(page.getByLabel(anniversaryTexts.milestone).getByText('10 jaar')).toBeAttached();
});
