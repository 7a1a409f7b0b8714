import type { Locator, Page } from '@playwright/test';

import { invoiceTexts as texts } from '../../src/texts/invoices';

/** The list of invoices, and the page of one. */
export class InvoicesPage {
  readonly title: Locator;
  readonly search: Locator;
  readonly table: Locator;
  readonly dialog: Locator;

  constructor(readonly page: Page) {
    this.title = page.getByRole('heading', { level: 1 });
    this.search = page.getByRole('searchbox', { name: texts.search });
    this.table = page.getByRole('table', { name: texts.title });
    this.dialog = page.getByRole('dialog');
  }

  async open(question = ''): Promise<void> {
    await this.page.goto(`/facturen${question}`);
    await this.title.waitFor();
  }

  async openOne(id: number): Promise<void> {
    await this.page.goto(`/facturen/${id}`);
    await this.card(texts.facts).waitFor();
  }

  filter(label: string): Locator {
    return this.page.getByRole('combobox', { name: label, exact: true });
  }

  card(title: string): Locator {
    return this.page.getByRole('region', { name: title, exact: true });
  }

  async act(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click();
  }

  /** One of the actions that stand in the menu. */
  async actMore(name: string): Promise<void> {
    await this.act(texts.more);
    await this.page.getByRole('menuitem', { name, exact: true }).click();
  }

  /** Fills in the dialog that is open, and sends it. */
  async send(fields: Record<string, string>, button: string): Promise<void> {
    for (const [label, value] of Object.entries(fields)) {
      await this.dialog.getByLabel(label, { exact: true }).fill(value);
    }
    await this.dialog.getByRole('button', { name: button, exact: true }).click();
    await this.dialog.waitFor({ state: 'hidden' });
  }
}
