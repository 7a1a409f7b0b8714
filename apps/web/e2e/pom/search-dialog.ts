import type { Locator, Page } from '@playwright/test';

import { searchTexts } from '../../src/texts/search';

/** Searching from any page. */
export class SearchDialog {
  readonly button: Locator;
  readonly root: Locator;
  readonly input: Locator;
  readonly people: Locator;
  readonly former: Locator;
  readonly teams: Locator;
  readonly committees: Locator;
  readonly recent: Locator;
  readonly favorites: Locator;
  readonly deeds: Locator;

  constructor(page: Page) {
    this.button = page.getByRole('button', { name: searchTexts.title });
    this.root = page.getByRole('dialog', { name: searchTexts.title });
    this.input = this.root.getByRole('searchbox', { name: searchTexts.input });
    const group = (name: string) => this.root.getByRole('region', { name, exact: true });
    this.people = group(searchTexts.people);
    this.former = group(searchTexts.former);
    this.teams = group(searchTexts.teams);
    this.committees = group(searchTexts.committees);
    this.recent = group(searchTexts.recent);
    this.favorites = group(searchTexts.favorites);
    this.deeds = group(searchTexts.deeds);
  }

  async open(): Promise<void> {
    await this.button.click();
    await this.input.waitFor();
  }

  async find(text: string): Promise<void> {
    await this.open();
    await this.input.fill(text);
  }

  result(name: string): Locator {
    return this.root.getByRole('link', { name, exact: true });
  }

  star(name: string): Locator {
    return this.root.getByRole('button', { name: searchTexts.favorite(name), exact: true });
  }
}
