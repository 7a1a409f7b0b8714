import { expectAccessible } from '../setup/axe';
import { environment } from '../setup/environment';
import { expect, test } from '../setup/fixtures';
import { read } from '../setup/rest';

interface Item {
  id: number;
  status: string;
  screenshots: { id: number }[];
  meta: { url_context: string; page_errors: string };
}

test('feedback goes from a button on a page to what becomes of it', async ({ page, signInAs }) => {
  const title = `De lijst is leeg ${Date.now()}`;
  await signInAs(environment.user());
  await page.goto('/taken');
  await page.evaluate(() => window.dispatchEvent(new ErrorEvent('error', { message: 'kapot' })));
  await page.getByRole('button', { name: 'Feedback geven' }).click();
  const form = page.getByRole('dialog', { name: 'Feedback geven' });
  await form.getByLabel('Waar gaat het over?').fill(title);
  await form.getByLabel('Wat gaat er mis?').fill('Er staat niets in.');
  await expect(form.getByRole('region', { name: 'Dit sturen we mee' })).toContainText('kapot');
  await form.getByRole('button', { name: 'Schermafbeelding maken' }).click();

  // What is drawn over is black in what is sent.
  const canvas = form.locator('canvas');
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (box === null) throw new Error('no picture');
  await page.mouse.move(box.x + 10, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 80, box.y + 60);
  await page.mouse.up();
  await expect(form.getByRole('button', { name: 'Laatste vlak weghalen' })).toBeEnabled();
  const pixel = await canvas.evaluate((of) => {
    const { width, clientWidth } = of as HTMLCanvasElement;
    const at = (40 * width) / clientWidth;
    return [...((of as HTMLCanvasElement).getContext('2d')?.getImageData(at, at, 1, 1).data ?? [])];
  });
  expect(pixel).toEqual([0, 0, 0, 255]);

  // The same by keyboard: a box comes in the middle, and arrows bring it to the left and make it wider.
  await form.getByRole('button', { name: 'Vlak toevoegen' }).press('Enter');
  await expect(canvas).toBeFocused();
  for (let i = 0; i < 30; i++) await page.keyboard.press('ArrowLeft');
  for (let i = 0; i < 10; i++) await page.keyboard.press('Shift+ArrowRight');
  const row = await canvas.evaluate((of) => {
    const { width, height } = of as HTMLCanvasElement;
    const on = (of as HTMLCanvasElement).getContext('2d');
    return [0.01, 0.52, 0.56].map((at) =>
      [...(on?.getImageData(at * width, height * 0.42, 1, 1).data ?? [])].join(),
    );
  });
  expect(row.slice(0, 2)).toEqual(['0,0,0,255', '0,0,0,255']);
  expect(row[2]).not.toBe('0,0,0,255');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Versturen' }).click();
  await expect(page.getByText('Bedankt.')).toBeVisible();

  const items = await read<(Item & { title: string })[]>(page, '/club/v1/feedback?status=new');
  const item = items.find((one) => one.title === title);
  expect(item?.screenshots).toHaveLength(1);
  expect(item?.meta).toMatchObject({ page_errors: 'kapot' });
  expect(item?.meta.url_context).toContain('/taken');

  // The filters stand in the address; an administrator sees what leaves the club, and approves.
  await signInAs(environment.admin());
  await page.goto('/feedback');
  await page.getByText('Nieuw', { exact: true }).first().click();
  await page.getByLabel('Soort').selectOption('Fout');
  await expect(page).toHaveURL(/toon=new.*soort=bug/);
  await page.getByRole('link', { name: title }).click();
  await page.getByRole('button', { name: 'Goedkeuren' }).click();
  const approval = page.getByRole('dialog', { name: 'Feedback goedkeuren' });
  await expect(approval.getByRole('region')).toContainText(`Title: ${title}`);
  await expect(approval.getByLabel('Stuur ook de schermafbeeldingen')).not.toBeChecked();
  await approval.getByRole('button', { name: 'Goedkeuren' }).click();
  await expect(page.getByText('Goedgekeurd', { exact: true }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Afwijzen' }).click();
  const refusal = page.getByRole('dialog', { name: 'Feedback afwijzen' });
  await refusal.getByLabel('Waarom?').fill('Het is zo bedoeld.');
  await refusal.getByRole('button', { name: 'Afwijzen' }).click();
  await expect(page.getByRole('list', { name: 'Gesprek' })).toContainText('Het is zo bedoeld.');
});

test('who is no administrator sees own feedback alone', async ({ page, signInAs }) => {
  await signInAs(environment.admin());
  const all = await read<Item[]>(page, '/club/v1/feedback?status=needs_info');
  await signInAs(environment.user());
  const response = await page.goto(`/feedback/${all[0]?.id ?? 0}`);
  expect(response?.ok()).toBe(true);
  await expect(page.getByRole('heading', { name: 'Geen toegang' })).toBeVisible();
});
