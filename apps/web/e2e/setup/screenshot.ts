import type { Locator, Page, PageScreenshotOptions } from '@playwright/test';

/** Whether pictures are kept: they take time, and no test reads them. */
export const keepsScreenshots = (process.env.CLUBHUIS_SCREENSHOTS ?? '') !== '';

/** Keeps a picture of a page or a part of it, to be looked at, when pictures are asked for. */
export async function keepScreenshot(
  of: Page | Locator,
  options: Pick<PageScreenshotOptions, 'path' | 'fullPage'>,
): Promise<void> {
  if (keepsScreenshots) await of.screenshot({ animations: 'disabled', ...options });
}
