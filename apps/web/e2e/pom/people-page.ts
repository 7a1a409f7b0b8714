import type { Download, Locator, Page } from '@playwright/test';

import { commonTexts } from '../../src/texts/common';
import { newPersonTexts } from '../../src/texts/new-person';
import { peopleTexts, toolbarTexts } from '../../src/texts/people';
import { bulkTexts } from '../../src/texts/people-bulk';
import { selectionTexts } from '../../src/texts/people-selection';
import { tableTexts } from '../../src/texts/table';
import { filterTexts } from '../../src/texts/people-filters';
import { viewTexts } from '../../src/texts/people-views';

type Column = keyof typeof peopleTexts.columnNames;
type Filter = keyof typeof filterTexts.names;
type Action = 'visibility' | 'labels' | 'group';

export class PeoplePage {
  readonly heading: Locator;
  readonly count: Locator;
  readonly rows: Locator;
  readonly cards: Locator;
  readonly search: Locator;
  readonly nextPage: Locator;
  readonly filters: FilterDrawer;
  readonly views: SavedViews;
  readonly bulk: BulkBar;

  constructor(readonly page: Page) {
    this.heading = page.getByRole('heading', { level: 1, name: peopleTexts.title });
    this.count = page.locator('main').getByText(/^[\d.]+ perso(on|nen)$/);
    this.rows = page.locator('tbody tr');
    this.cards = page
      .getByRole('region', { name: peopleTexts.title, exact: true })
      .getByRole('listitem');
    this.search = page.getByRole('searchbox', { name: peopleTexts.search });
    this.nextPage = page.getByRole('button', { name: commonTexts.nextPage });
    this.filters = new FilterDrawer(page);
    this.views = new SavedViews(page);
    this.bulk = new BulkBar(page);
  }

  async open(search = ''): Promise<void> {
    await this.page.goto(`/leden${search}`);
    await this.rows.or(this.cards).first().waitFor();
  }

  /** How many people the list has, as its heading says. */
  async total(): Promise<number> {
    return Number((await this.count.innerText()).replace(/\D/g, ''));
  }

  columnHead(name: string): Locator {
    return this.page.getByRole('columnheader', { name });
  }

  /** The columns after the name, in order. */
  async columns(): Promise<string[]> {
    const heads = await this.page.getByRole('columnheader').allTextContents();
    return heads.slice(1);
  }

  async sortBy(name: string): Promise<void> {
    await this.columnHead(name).getByRole('button').click();
  }

  async openColumns(): Promise<Locator> {
    await this.page.getByRole('button', { name: peopleTexts.columns }).click();
    const dialog = this.page.getByRole('dialog').filter({ hasText: tableTexts.shown });
    await dialog.waitFor();
    return dialog;
  }

  column(id: Column): Locator {
    return this.page.getByRole('checkbox', { name: peopleTexts.columnNames[id], exact: true });
  }

  cells(id: Column): Locator {
    return this.page.locator(`td[data-column="${id}"]`);
  }

  /** The names on the page, in order. */
  names(): Promise<string[]> {
    return this.rows.getByRole('rowheader').getByRole('link').allTextContents();
  }

  person(index: number): Locator {
    return this.rows.nth(index).getByRole('rowheader').getByRole('link');
  }

  async select(index: number): Promise<void> {
    await this.rows.nth(index).getByRole('checkbox').check();
  }

  async export(format: keyof typeof peopleTexts.exportAs): Promise<void> {
    await this.page.getByRole('button', { name: peopleTexts.export }).click();
    await this.page.getByRole('menuitem', { name: peopleTexts.exportAs[format] }).click();
  }

  async download(format: keyof typeof peopleTexts.exportAs): Promise<Download> {
    const [file] = await Promise.all([this.page.waitForEvent('download'), this.export(format)]);
    return file;
  }

  async add(
    fields: Partial<Record<keyof typeof newPersonTexts.createFields, string>>,
  ): Promise<void> {
    await this.page.getByRole('button', { name: peopleTexts.add }).click();
    const dialog = this.page.getByRole('dialog', { name: peopleTexts.add });
    for (const [key, label] of Object.entries(newPersonTexts.createFields)) {
      const value = Object.entries(fields).find(([field]) => field === key)?.[1];
      if (value !== undefined)
        await dialog.getByLabel(label, { exact: key !== 'first_name' }).fill(value);
    }
    await dialog.getByRole('button', { name: newPersonTexts.create }).click();
  }
}

/** The views that the user keeps of the list. */
class SavedViews {
  constructor(private readonly page: Page) {}

  button(name: string = viewTexts.button): Locator {
    return this.page.locator('main').getByRole('button', { name });
  }

  async choose(item: string, from?: string): Promise<void> {
    await this.button(from).click();
    await this.page.getByRole('menuitem', { name: item, exact: true }).click();
  }

  async saveAs(name: string): Promise<void> {
    await this.choose(viewTexts.save);
    const dialog = this.page.getByRole('dialog', { name: viewTexts.saveTitle });
    await dialog.getByLabel(viewTexts.name).fill(name);
    await this.page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
  }

  /** In the page's menu. */
  link(name: string): Locator {
    return this.page.getByRole('navigation').getByRole('link', { name });
  }
}

/** What the list is narrowed to: the form, and the chips of what is active. */
class FilterDrawer {
  readonly root: Locator;
  readonly button: Locator;
  readonly chips: Locator;
  readonly clear: Locator;

  constructor(private readonly page: Page) {
    this.root = page.getByRole('dialog', { name: filterTexts.title });
    this.button = page.getByRole('button', { name: toolbarTexts.filters, exact: false });
    this.chips = page.getByRole('list', { name: filterTexts.active });
    this.clear = this.chips.getByRole('button', { name: toolbarTexts.clearFilters });
  }

  async open(): Promise<void> {
    await this.button.first().click();
    await this.root.waitFor();
  }

  async close(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.root.waitFor({ state: 'hidden' });
  }

  choice(filter: Filter): Locator {
    return this.root.getByLabel(filterTexts.names[filter], { exact: true });
  }

  preset(name: keyof typeof filterTexts.presetNames): Locator {
    return this.root.getByRole('button', { name: filterTexts.presetNames[name] });
  }

  /** Chooses the first of several values that are offered, and says which, and how many people have it. */
  async pickFirst(filter: Filter): Promise<{ value: string; count: string }> {
    await this.root.getByRole('combobox', { name: filterTexts.names[filter], exact: true }).click();
    const option = this.root.locator('[role=option]').filter({ visible: true }).first();
    const [, value = '', count = ''] = /^(.*) \((\d+)\)$/.exec(await option.innerText()) ?? [];
    await option.click();
    // Of the list of values, which stays open for the next one.
    await this.page.keyboard.press('Escape');
    return { value, count };
  }

  chip(label: string): Locator {
    return this.chips.getByRole('button', { name: filterTexts.remove(label) });
  }
}

/** What can be done with who is selected. */
class BulkBar {
  readonly root: Locator;
  readonly selectAll: Locator;

  constructor(private readonly page: Page) {
    this.root = page.getByRole('region', { name: bulkTexts.region });
    this.selectAll = page.getByRole('checkbox', { name: selectionTexts.selectAll });
  }

  async open(action: Action): Promise<Locator> {
    const { action: name } = bulkTexts[action];
    if (action === 'labels') await this.root.getByRole('button', { name }).click();
    else {
      await this.root.getByRole('button', { name: bulkTexts.more }).click();
      await this.page.getByRole('menuitem', { name }).click();
    }
    const dialog = this.page.getByRole('dialog', { name: bulkTexts[action].title });
    await dialog.waitFor();
    return dialog;
  }

  apply(count: number): Locator {
    return this.page.getByRole('button', { name: bulkTexts.apply(count) });
  }
}
