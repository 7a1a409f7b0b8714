import type { Locator, Page } from '@playwright/test';

import { commonTexts } from '../../src/texts/common';
import { personTexts } from '../../src/texts/person';
import { reachableTexts } from '../../src/texts/reachable';

export class PersonPage {
  readonly name: Locator;

  constructor(private readonly page: Page) {
    this.name = page.getByRole('heading', { level: 1 });
  }

  async open(id: number): Promise<void> {
    await this.page.goto(`/leden/${id}`);
    await this.card(reachableTexts.title).waitFor();
  }

  card(title: string): Card {
    return new Card(this.page, title);
  }

  async remove(): Promise<void> {
    await this.page.getByRole('button', { name: commonTexts.moreActions }).click();
    await this.page.getByRole('menuitem', { name: personTexts.remove.action }).click();
    await this.page.getByRole('button', { name: personTexts.remove.confirm, exact: true }).click();
  }
}

/** One subject of a person. */
export class Card {
  readonly root: Locator;
  readonly editButton: Locator;
  readonly saveButton: Locator;
  readonly cancelButton: Locator;
  readonly problem: Locator;

  constructor(page: Page, title: string) {
    this.root = page.getByRole('region', { name: title, exact: true });
    this.editButton = this.root.getByRole('button', { name: commonTexts.editThing(title) });
    this.saveButton = this.root.getByRole('button', { name: commonTexts.save });
    this.cancelButton = this.root.getByRole('button', { name: commonTexts.cancel });
    this.problem = this.root.getByRole('alert');
  }

  waitFor(): Promise<void> {
    return this.root.waitFor();
  }

  edit(): Promise<void> {
    return this.editButton.click();
  }

  /** By the keyboard: the message about what was saved before may lie over the button. */
  save(): Promise<void> {
    return this.saveButton.press('Enter');
  }

  /** A row of a repeater, counted from 1. */
  row(name: string): Locator {
    return this.root.getByRole('group', { name, exact: true });
  }
}
