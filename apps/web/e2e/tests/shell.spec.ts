import { commonTexts } from '../../src/texts/common';
import { shellTexts } from '../../src/texts/shell';
import { errorTexts } from '../../src/texts/errors';
import { environment } from '../setup/environment';
import { expect, test } from '../setup/fixtures';

// As most people's browsers: what may be wanted soon comes by itself.
test.use({ savesData: false });

test.beforeEach(async ({ signInAs }) => signInAs(environment.admin()));

test('the theme is kept', async ({ page, people, shell }) => {
  await people.open();
  await shell.chooseTheme('dark');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('the first stop of the keyboard skips to the page', async ({ page, people, shell }) => {
  await people.open();
  await page.keyboard.press('Tab');
  await expect(shell.skipLink).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test.describe('after minutes', () => {
  test.use({ keepsContext: false }); // its clock is stopped

  test('a new version is announced', async ({ page, people, shell }) => {
    let version = '1';
    await page.route('**/club/v1/version', (route) => route.fulfill({ json: { version } }));
    await page.clock.install();
    await people.open();
    const looks = async (after: string) => {
      const looked = page.waitForResponse('**/club/v1/version');
      await page.clock.runFor(after);
      await looked;
    };
    await looks('00:06');
    await expect(shell.newVersion).toHaveCount(0);
    version = '2';
    await looks('05:01');
    await expect(shell.newVersion).toBeVisible();
    await expect(page.getByRole('button', { name: commonTexts.reload })).toBeVisible();
  });
});

test('the menu opens on a phone', async ({ page, people, shell }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await people.open();
  await shell.burger.click();
  await shell.navigation.getByRole('link', { name: shellTexts.settings }).click();
  await expect(page).toHaveURL(/\/instellingen\/beveiliging$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('an unknown address is Niet gevonden, inside the shell', async ({ page, shell }) => {
  await page.goto('/bestaat-niet');
  await expect(page.getByRole('heading', { name: errorTexts.notFound.title })).toBeVisible();
  await expect(shell.navigation).toBeVisible();
});

test('the demo says that it is one', async ({ people, shell }) => {
  await people.open();
  await expect(shell.demoBar).toBeVisible();
});
