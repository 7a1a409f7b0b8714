import { environment } from '../setup/environment';
import { expect, test } from '../setup/fixtures';

// One after the other, in one context.
test.describe.configure({ mode: 'default' });

const stored = () => [localStorage.getItem('left'), sessionStorage.getItem('left')];

test('a test may leave something in its browser', async ({ page, people, signInAs }) => {
  await signInAs(environment.admin());
  await people.open();
  await page.evaluate(() => {
    localStorage.setItem('left', 'here');
    sessionStorage.setItem('left', 'here');
  });
  expect(await page.evaluate(stored)).toEqual(['here', 'here']);
  await page.context().newPage();
});

test('and the next one finds nothing of it', async ({ page }) => {
  expect(await page.context().cookies()).toEqual([]);
  await page.goto('/leden');
  await expect(page).toHaveURL(/\/aanmelden/);
  expect(await page.evaluate(stored)).toEqual([null, null]);
  expect(page.context().pages()).toHaveLength(2); // that of this test, and the picture
});
