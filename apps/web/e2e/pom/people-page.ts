import type { Locator, Page } from '@playwright/test';

import { peopleTexts } from '../../src/texts/people';

type Column = keyof typeof peopleTexts.columnNames;

export class PeoplePage {
  readonly heading: Locator;
  readonly count: Locator;
  readonly rows: Locator;
  readonly cards: Locator;
  readonly search: Locator;
  readonly showFormer: Locator;
  readonly nextPage: Locator;

  constructor(readonly page: Page) {
    this.heading = page.getByRole('heading', { level: 1, name: peopleTexts.title });
    this.count = page.getByText(/^[\d.]+ perso(on|nen)$/);
    this.rows = page.locator('tbody tr');
    this.cards = page.getByRole('region', { name: peopleTexts.title }).getByRole('listitem');
    this.search = page.getByRole('searchbox', { name: peopleTexts.search });
    this.showFormer = page.getByRole('switch', { name: peopleTexts.showFormer });
    this.nextPage = page.getByRole('button', { name: peopleTexts.nextPage });
  }

  async open(search = ''): Promise<void> {
    await this.page.goto(`/leden${search}`);
    await this.rows.or(this.cards).first().waitFor();
  }

  columnHead(name: string): Locator {
    return this.page.getByRole('columnheader', { name });
  }

  async sortBy(name: string): Promise<void> {
    await this.columnHead(name).getByRole('button').click();
  }

  async toggleColumn(id: Column): Promise<void> {
    await this.page.getByRole('button', { name: peopleTexts.columns }).click();
    await this.page.getByRole('checkbox', { name: peopleTexts.columnNames[id] }).click();
    await this.page.keyboard.press('Escape');
  }

  /** The names on the page, in order. */
  names(): Promise<string[]> {
    return this.rows.getByRole('rowheader').getByRole('link').allTextContents();
  }

  person(index: number): Locator {
    return this.rows.nth(index).getByRole('rowheader').getByRole('link');
  }

  async add(fields: Partial<Record<keyof typeof peopleTexts.createFields, string>>): Promise<void> {
    await this.page.getByRole('button', { name: peopleTexts.add }).click();
    const dialog = this.page.getByRole('dialog', { name: peopleTexts.add });
    for (const [key, label] of Object.entries(peopleTexts.createFields)) {
      const value = Object.entries(fields).find(([field]) => field === key)?.[1];
      if (value !== undefined)
        await dialog.getByLabel(label, { exact: key !== 'first_name' }).fill(value);
    }
    await dialog.getByRole('button', { name: peopleTexts.create }).click();
  }
}
