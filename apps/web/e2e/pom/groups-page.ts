import type { Locator, Page } from '@playwright/test';

import { commonTexts } from '../../src/texts/common';
import { groupTexts } from '../../src/texts/groups';
import { Card } from './person-page';

const { roster } = groupTexts;

type Kind = 'teams' | 'commissies';

/** The list of teams, or of committees. */
export class GroupsPage {
  readonly heading: Locator;
  readonly rows: Locator;
  readonly search: Locator;

  constructor(
    private readonly page: Page,
    private readonly kind: Kind,
  ) {
    const texts = groupTexts.kinds[kind];
    this.heading = page.getByRole('heading', { level: 1, name: texts.title });
    this.rows = page.locator('tbody tr');
    this.search = page.getByRole('searchbox', { name: texts.search });
  }

  async open(search = ''): Promise<void> {
    await this.page.goto(`/${this.kind}${search}`);
    await this.rows.first().waitFor();
  }

  link(name: string): Locator {
    return this.rows.getByRole('link', { name, exact: true });
  }

  row(name: string): Locator {
    return this.rows.filter({ has: this.page.getByRole('link', { name, exact: true }) });
  }

  names(): Promise<string[]> {
    return this.rows.getByRole('link').allTextContents();
  }

  async add(name: string): Promise<void> {
    await this.page.getByRole('button', { name: groupTexts.kinds[this.kind].add }).click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: groupTexts.name }).fill(name);
    await dialog.getByRole('button', { name: groupTexts.create }).click();
  }
}

/** A team or a committee. */
export class GroupPage {
  readonly name: Locator;
  readonly problem: Locator;

  constructor(
    private readonly page: Page,
    private readonly kind: Kind,
  ) {
    this.name = page.getByRole('heading', { level: 1 });
    this.problem = page.getByRole('dialog').getByRole('alert');
  }

  async open(id: number): Promise<void> {
    await this.page.goto(`/${this.kind}/${id}`);
    await this.card(groupTexts.details.title).waitFor();
  }

  card(title: string): Card {
    return new Card(this.page, title);
  }

  /** Somebody on the roster. */
  row(name: string): Locator {
    return this.page.getByRole('row').filter({ hasText: name });
  }

  async add(role: keyof typeof roster.addLabel, name: string): Promise<void> {
    await this.page.getByRole('button', { name: roster.addLabel[role] }).click();
    await this.choose(name);
  }

  /** In the chooser that stands open. */
  async choose(name: string): Promise<void> {
    await this.page.getByRole('combobox', { name: roster.who }).fill(name);
    await this.page.getByRole('option', { name }).click();
  }

  async act(name: string, deed: string): Promise<void> {
    await this.page.getByRole('button', { name: roster.actionsOf(name) }).click();
    await this.page.getByRole('menuitem', { name: deed }).click();
  }

  async remove(): Promise<void> {
    await this.page.getByRole('button', { name: commonTexts.moreActions }).click();
    await this.page.getByRole('menuitem', { name: groupTexts.kinds[this.kind].remove }).click();
    await this.page
      .getByRole('dialog')
      .getByRole('button', { name: groupTexts.remove.confirm })
      .click();
  }
}
