import type { Locator, Page } from '@playwright/test';

import { dashboardTexts, layoutTexts } from '../../src/texts/dashboard';

type BlockId = keyof typeof dashboardTexts.blocks;

/** The first page. */
export class DashboardPage {
  readonly heading: Locator;

  constructor(private readonly page: Page) {
    this.heading = page.getByRole('heading', { level: 1 });
  }

  async open(base = ''): Promise<void> {
    await this.page.goto(`${base}/`);
    await this.heading.waitFor();
  }

  block(id: BlockId): Locator {
    return this.page.getByRole('region', { name: dashboardTexts.blocks[id], exact: true });
  }

  /** The titles of the blocks, from top to bottom. */
  titles(): Locator {
    return this.page.locator('main').getByRole('heading', { level: 2 });
  }

  async arrange(): Promise<void> {
    await this.page.getByRole('button', { name: layoutTexts.arrange }).click();
    await this.page.getByRole('button', { name: layoutTexts.done }).waitFor();
  }

  /** Ends arranging, when all that was chosen is kept. */
  async done(): Promise<void> {
    await this.page.getByRole('button', { name: layoutTexts.done }).click();
  }
}

export const titles = (...ids: BlockId[]): string[] => ids.map((id) => dashboardTexts.blocks[id]);
