import type { Locator, Page } from '@playwright/test';

import { settingsTexts } from '../../src/texts/settings';

const { applicationPasswords, pages, password, sessions } = settingsTexts;

/** The pages by their addresses. */
const pageNames = {
  beveiliging: pages.security,
  relatietypen: pages.relationshipTypes,
  labels: pages.labels,
  vrijwilligers: pages.volunteers,
  gebruikers: pages.users,
  rechten: pages.rights,
  zoeken: pages.search,
  prullenbak: pages.trash,
  importeren: pages.imports,
  programmas: pages.programs,
  mail: pages.mail,
  info: pages.info,
};

export class SettingsPage {
  readonly passwordCard: Locator;
  readonly sessionsCard: Locator;
  readonly applicationPasswordsCard: Locator;
  readonly passwordsLeft: Locator;
  readonly secret: Locator;

  constructor(readonly page: Page) {
    this.passwordCard = page.getByRole('region', { name: password.title, exact: true });
    this.sessionsCard = page.getByRole('region', { name: sessions.title });
    this.applicationPasswordsCard = page.getByRole('region', { name: applicationPasswords.title });
    this.passwordsLeft = page.getByRole('dialog', { name: password.leftTitle });
    this.secret = page
      .getByRole('dialog', { name: applicationPasswords.shownTitle })
      .locator('output');
  }

  /** The links to them. */
  get menu(): Locator {
    return this.page.getByRole('navigation', { name: settingsTexts.title }).getByRole('link');
  }

  async open(name: keyof typeof pageNames = 'beveiliging'): Promise<void> {
    await this.page.goto(`/instellingen/${name}`);
    await this.menu
      .and(this.page.locator('[aria-current=page]'))
      .filter({ hasText: pageNames[name] })
      .waitFor();
  }

  async changePassword(current: string, next: string, repeat = next): Promise<void> {
    await this.fillPasswords(current, next, repeat);
    await this.passwordCard.getByRole('button', { name: password.submit }).click();
  }

  /** Also ticks the box that revokes application passwords. */
  async changePasswordAndRevoke(current: string, next: string): Promise<void> {
    await this.fillPasswords(current, next, next);
    await this.passwordCard.getByRole('checkbox', { name: password.revoke }).check();
    await this.passwordCard.getByRole('button', { name: password.submit }).click();
  }

  private async fillPasswords(current: string, next: string, repeat: string): Promise<void> {
    const card = this.passwordCard;
    await card.getByRole('textbox', { name: password.current }).fill(current);
    await card.getByRole('textbox', { name: password.new, exact: true }).fill(next);
    await card.getByRole('textbox', { name: password.repeat }).fill(repeat);
  }

  /** Answers the password, shown this once. */
  async createApplicationPassword(name: string): Promise<string> {
    await this.askForApplicationPassword(name);
    const secret = await this.secret.innerText();
    await this.page.getByRole('button', { name: applicationPasswords.shownDone }).click();
    return secret;
  }

  /** Without waiting for what comes of it. */
  async askForApplicationPassword(name: string): Promise<void> {
    const card = this.applicationPasswordsCard;
    await card.getByLabel(applicationPasswords.name).fill(name);
    await card.getByRole('button', { name: applicationPasswords.create }).click();
  }

  async revokeApplicationPassword(name: string): Promise<void> {
    const card = this.applicationPasswordsCard;
    await card.getByRole('button', { name: applicationPasswords.revokeThing(name) }).click();
    await this.page
      .getByRole('dialog')
      .getByRole('button', { name: applicationPasswords.revoke, exact: true })
      .click();
  }
}
