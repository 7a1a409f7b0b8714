import { readFile } from 'node:fs/promises';

import { peopleTexts } from '../../src/texts/people';
import { tableTexts } from '../../src/texts/table';
import { expectAccessible } from '../setup/axe';
import { environment } from '../setup/environment';
import { expect, test } from '../setup/fixtures';
import { showColumns } from '../setup/helpers';

const { columnNames } = peopleTexts;

test('columns are chosen and moved, and kept with the user', async ({
  page,
  people,
  browser,
  signInAs,
}) => {
  // The one test that changes what is kept, of a user whose list no other test looks at.
  await signInAs(environment.user());
  await page.goto('/leden');
  const dialog = await people.openColumns();
  await people.column('assoc-id').click();
  await expect(people.column('assoc-id')).toBeChecked();
  await people.column('age').click();
  await expect(people.column('age')).not.toBeChecked();
  await expect(people.column('age')).toBeFocused();
  const up = dialog.getByRole('button', { name: tableTexts.up(columnNames['assoc-id']) });
  await up.focus();
  // Faster than the page draws.
  await Promise.all([4, 3, 2, 1].map(() => page.keyboard.press('Enter')));
  await expect(dialog.getByText(tableTexts.moved(columnNames['assoc-id'], 1))).toBeAttached();
  await expect(up).toBeFocused();
  await expectAccessible(page);
  await dialog.getByText(tableTexts.width, { exact: true }).click();
  await dialog.getByRole('button', { name: tableTexts.wider(columnNames.team) }).click();
  await dialog.getByText(tableTexts.densities.roomy).click();
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Escape');

  const chosen = ['assoc-id', 'email', 'phone', 'team', 'leeftijdsgroep'] as const;
  const kept = await page.request.get('/api/club/v1/user/list-preferences');
  expect(await kept.json()).toMatchObject({
    density: 'roomy',
    people: { columns: chosen, widths: { team: expect.any(Number) } },
  });

  const elsewhere = await browser.newContext({ storageState: await page.context().storageState() });
  const other = await elsewhere.newPage();
  await other.goto(`${environment.baseURL()}/leden`);
  await other.getByRole('button', { name: peopleTexts.columns }).click();
  const shown = other.getByRole('dialog').getByRole('group').first();
  await expect(shown.getByRole('checkbox').first()).toHaveAccessibleName(columnNames['assoc-id']);
  await elsewhere.close();
});

test('a choice that is not kept is taken back, with words', async ({ page, people, signInAs }) => {
  await signInAs(environment.admin());
  await page.route('**/user/list-preferences', (route) =>
    route.fulfill({ status: 500, json: { code: 'x', message: '', data: { status: 500 } } }),
  );
  await page.goto('/leden');
  await people.openColumns();
  await people.column('assoc-id').click();
  await expect(page.getByText(tableTexts.notSaved)).toBeVisible();
  await expect(people.column('assoc-id')).not.toBeChecked();
});

test('every column shows, and the usual ones come back', async ({ page, signInAs, people }) => {
  await signInAs(environment.admin());
  await showColumns(page, Object.keys(columnNames));
  await people.open();
  expect(await people.columns()).toEqual(Object.values(columnNames));
  await expectAccessible(page);

  await people.openColumns();
  await page.getByRole('button', { name: tableTexts.reset }).click();
  // The age group gives way on a laptop.
  await expect(page.getByRole('columnheader')).toHaveCount(5);
});

test.describe('the export', () => {
  test.beforeEach(async ({ signInAs }) => signInAs(environment.admin()));

  test('is the whole list that is shown, with its columns', async ({ people }) => {
    await people.open('?oudLeden=1&sort=lid-sinds&order=desc');
    const total = await people.total();
    const file = await people.download('csv');
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
    expect(lines).toHaveLength(total + 1);
    expect(lines[0]).toContain(peopleTexts.name);
    expect(lines[1]).toContain((await people.names())[0]);
  });

  test('is a workbook as well', async ({ people }) => {
    await people.open('?typeLid=Senior');
    const file = await people.download('xlsx');
    expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK');
  });

  test('asks for what is shown, and says why it fails', async ({ page, people }) => {
    let asked = '';
    await page.route('**/people/export*', (route) => {
      asked = new URL(route.request().url()).search;
      return route.fulfill({
        status: 403,
        json: { code: 'x', message: 'Dat mag niet.', data: { status: 403 } },
      });
    });
    await people.open('?typeLid=Senior&birthYear=1950-2000&sort=modified&q=a');
    await people.export('csv');
    await expect(
      page.getByRole('alert').filter({ hasText: peopleTexts.exportFailed }),
    ).toContainText('Dat mag niet.');
    expect(Object.fromEntries(new URLSearchParams(asked))).toEqual({
      format: 'csv',
      columns: 'name,email,phone,team,leeftijdsgroep,age',
      orderby: 'modified',
      order: 'asc',
      search: 'a',
      'type_lid[]': 'Senior',
      birth_year_from: '1950',
      birth_year_to: '2000',
    });
  });
});
