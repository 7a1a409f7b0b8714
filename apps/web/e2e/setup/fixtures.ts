import { test as base, type Page } from '@playwright/test';

import { DashboardPage } from '../pom/dashboard-page';
import { PeoplePage } from '../pom/people-page';
import { PersonPage } from '../pom/person-page';
import { SearchDialog } from '../pom/search-dialog';
import { SettingsPage } from '../pom/settings-page';
import { Shell } from '../pom/shell';
import { SignInPage } from '../pom/sign-in-page';
import { environment, type SignIn } from './environment';
import { KeptContext } from './kept-context';

interface Fixtures {
  signInPage: SignInPage;
  shell: Shell;
  dashboard: DashboardPage;
  people: PeoplePage;
  search: SearchDialog;
  person: PersonPage;
  settings: SettingsPage;
  /** Signs the page's own browser in, without the form. */
  signInAs: (who: SignIn) => Promise<void>;
  /** Whether the page fetches only what is wanted. Fetching beforehand costs a test a fifth of its time. */
  savesData: boolean;
  /** Whether the test works in the context of the tests before it, without what they left (KeptContext). */
  keepsContext: boolean;
  /** Tells the browser whether it saves data. */
  dataSaver: undefined;
  /** Fails the test when the page broke its Content-Security-Policy or threw. */
  quiet: undefined;
}

export const test = base.extend<Fixtures, { keptContext: KeptContext }>({
  keptContext: [
    async ({}, use) => {
      const kept = new KeptContext();
      await use(kept);
      await kept.close();
    },
    { scope: 'worker' },
  ],
  keepsContext: [true, { option: true }],
  context: async ({ browser, baseURL, keptContext, keepsContext }, use) => {
    const context = keepsContext
      ? await keptContext.lend(browser, baseURL ?? '')
      : await browser.newContext();
    await use(context);
    await (keepsContext ? keptContext.takeBack() : context.close());
  },
  baseURL: async ({}, use) => use(environment.baseURL()),
  signInPage: async ({ page }, use) => use(new SignInPage(page)),
  shell: async ({ page }, use) => use(new Shell(page)),
  dashboard: async ({ page }, use) => use(new DashboardPage(page)),
  people: async ({ page }, use) => use(new PeoplePage(page)),
  search: async ({ page }, use) => use(new SearchDialog(page)),
  person: async ({ page }, use) => use(new PersonPage(page)),
  settings: async ({ page }, use) => use(new SettingsPage(page)),
  signInAs: async ({ page }, use) => use((who) => signIn(page, who)),
  savesData: [true, { option: true }],
  dataSaver: [
    async ({ page, savesData }, use) => {
      const browser = await page.context().newCDPSession(page);
      await browser.send('Emulation.setDataSaverOverride', { dataSaverEnabled: savesData });
      await use(undefined);
    },
    { auto: true },
  ],
  quiet: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) faults.push(message.text());
      });
      await use(undefined);
      if (faults.length > 0) throw new Error(faults.join('\n'));
    },
    { auto: true },
  ],
});

/** Over REST: the form has tests of its own. The cookie lands in the page's browser. */
export async function signIn(page: Page, { username, password }: SignIn): Promise<void> {
  const answer = await page.request.post('/api/club/v1/session', { data: { username, password } });
  if (!answer.ok()) throw new Error(`sign-in answered ${answer.status()}`);
}

export { expect } from '@playwright/test';
