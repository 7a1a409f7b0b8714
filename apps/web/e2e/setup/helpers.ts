import type { Page } from '@playwright/test';

/** What a change over REST must carry beside the page's own cookie. */
export async function nonceOf(page: Page): Promise<Record<string, string>> {
  const answer = await page.request.get('/api/club/v1/session');
  const { nonce } = (await answer.json()) as { nonce: string };
  return { 'X-CMS-Nonce': nonce };
}

/** Shows the page with other columns, without changing what is kept of a user whom other tests share. */
export async function showColumns(page: Page, columns: readonly string[]): Promise<void> {
  await page.route('**/club/v1/session', async (route) => {
    const response = await route.fetch();
    const session = (await response.json()) as { user?: object };
    const preferences = {
      list_preferences: { density: 'compact', shortcuts: true, people: { columns, widths: {} } },
    };
    await route.fulfill({
      response,
      json: session.user ? { ...session, user: { ...session.user, ...preferences } } : session,
    });
  });
}
