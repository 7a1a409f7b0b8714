import type { Page } from '@playwright/test';

import { newPersonTexts } from '../../src/texts/new-person';
import { personTexts } from '../../src/texts/person';
import { Card } from './person-page';

const texts = personTexts.relations;

/** Who somebody is related to. */
export class RelationsCard extends Card {
  constructor(private readonly page: Page) {
    super(page, texts.title);
  }

  /** The relatives, in the order in which they stand. */
  names(): Promise<string[]> {
    return this.root.getByRole('listitem').getByRole('link').allTextContents();
  }

  line(name: string) {
    return this.root.getByRole('listitem').filter({ hasText: name });
  }

  async add(row: number, name: string, relation: string, label = ''): Promise<void> {
    await this.root.getByRole('button', { name: texts.add }).click();
    const inputs = this.row(texts.row(row));
    await inputs.getByRole('combobox', { name: texts.who, exact: true }).fill(name);
    await this.page.getByRole('option', { name, exact: true }).click();
    await this.choose(row, relation);
    if (label !== '') await inputs.getByRole('textbox', { name: texts.label }).fill(label);
  }

  /** Somebody whom the club does not know yet. */
  async addNew(row: number, name: string, relation: string, mobile: string): Promise<void> {
    await this.root.getByRole('button', { name: texts.add }).click();
    const inputs = this.row(texts.row(row));
    await inputs.getByRole('combobox', { name: texts.who, exact: true }).fill(name);
    await this.page.getByRole('option', { name: texts.new(name) }).click();
    await inputs.getByLabel(newPersonTexts.createFields.mobile).fill(mobile);
    await this.choose(row, relation);
  }

  async choose(row: number, relation: string): Promise<void> {
    const input = this.row(texts.row(row)).getByRole('combobox', { name: /^Wat is .* van / });
    await input.fill(relation);
    await this.page.getByRole('option', { name: relation, exact: true }).click();
  }

  async removeRow(row: number): Promise<void> {
    await this.root.getByRole('button', { name: texts.remove(row) }).click();
  }
}
