import type { Browser, BrowserContext } from '@playwright/test';

/** What a process keeps of the pages before grows: after so many tests another one begins. */
const testsPerContext = 25;

/**
 * The browser of many tests, one after another. A context for each costs it a quarter of its time: a process is started and
 * every script compiled again. Between two tests all goes that a page can find again: other pages, cookies, what was stored,
 * permissions. The clock of a context never comes back: a test that stops it has a context of its own.
 */
export class KeptContext {
  private context?: BrowserContext;
  private club = '';
  private tests = 0;

  /** Lends the context to a test that is about the club at an address. */
  async lend(browser: Browser, club: string): Promise<BrowserContext> {
    if (club !== this.club || this.tests === testsPerContext) await this.close();
    this.tests += 1;
    if (this.context === undefined) {
      this.club = club;
      this.context = await browser.newContext();
      // A picture of the club, for its process goes on as long as a page is open.
      await (await this.context.newPage()).goto('/icon-192.png');
    }
    return this.context;
  }

  /** Takes it back, and what the test left in it away. */
  async takeBack(): Promise<void> {
    const [picture, ...others] = this.context?.pages() ?? [];
    if (this.context === undefined || picture === undefined) return;
    for (const page of others) await page.close();
    await this.context.unrouteAll();
    await this.context.setOffline(false);
    await this.context.clearPermissions();
    await this.context.clearCookies();
    const session = await this.context.newCDPSession(picture);
    await session.send('Storage.clearDataForOrigin', { origin: this.club, storageTypes: 'all' });
    await session.detach();
  }

  async close(): Promise<void> {
    await this.context?.close();
    this.context = undefined;
    this.tests = 0;
  }
}
