import type { Locator, Page } from '@playwright/test';

import { commonTexts } from '../../src/texts/common';
import { personTabTexts, timelineTexts as texts } from '../../src/texts/timeline';

/** The timeline of somebody. */
export class TimelinePage {
  readonly entries: Locator;
  readonly editor: Locator;

  constructor(private readonly page: Page) {
    const panel = page.getByRole('tabpanel', { name: personTabTexts.timeline });
    this.entries = panel
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 2 }) });
    this.editor = panel.locator('[contenteditable="true"]');
  }

  async open(person: number): Promise<void> {
    await this.page.goto(`/leden/${person}?tab=tijdlijn`);
    await this.page.getByRole('button', { name: texts.add.activity }).waitFor();
  }

  async write(what: 'activity' | 'note', words: string): Promise<void> {
    await this.page.getByRole('button', { name: texts.add[what] }).click();
    await this.editor.click();
    await this.page.keyboard.type(words);
  }

  async save(): Promise<void> {
    await this.page.getByRole('button', { name: texts.save, exact: true }).click();
    await this.page.getByText(commonTexts.saved).first().waitFor();
    await this.editor.waitFor({ state: 'detached' });
  }

  async act(entry: Locator, deed: string): Promise<void> {
    await entry.getByRole('button').click();
    await this.page.getByRole('menuitem', { name: deed }).click();
  }
}
