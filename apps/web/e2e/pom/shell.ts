import { expect, type Locator, type Page } from '@playwright/test';

import { shellTexts } from '../../src/texts/shell';

/** The frame around every page of who is signed in. */
export class Shell {
  readonly navigation: Locator;
  readonly burger: Locator;
  readonly skipLink: Locator;
  readonly newVersion: Locator;
  readonly demoBar: Locator;
  private readonly userButton: Locator;

  constructor(private readonly page: Page) {
    this.navigation = page.getByRole('navigation', { name: shellTexts.navigation });
    this.burger = page.getByRole('button', { name: shellTexts.openNavigation });
    this.skipLink = page.getByRole('link', { name: shellTexts.skipToContent });
    this.newVersion = page.getByText(shellTexts.newVersion);
    this.demoBar = page.getByText(shellTexts.demo);
    this.userButton = page.getByRole('button', { name: /Gebruikersmenu/ });
  }

  async openUserMenu(): Promise<void> {
    await this.userButton.click();
    await this.page.getByRole('menuitem', { name: shellTexts.signOut }).waitFor();
  }

  async chooseTheme(theme: keyof typeof shellTexts.themes): Promise<void> {
    await this.openUserMenu();
    await this.page.getByRole('menuitemradio', { name: shellTexts.themes[theme] }).click();
    await this.page.keyboard.press('Escape');
  }

  /** Ends the session behind the page's back, once the page asks for nothing by itself. */
  async endSession(): Promise<void> {
    // What the menu asks for at rest would meet the end of the session first.
    const todos = this.page.getByRole('link', { name: shellTexts.todos }).first();
    await expect(todos).toHaveText(/\d/);
    await this.page.context().clearCookies();
  }

  async signOut(): Promise<void> {
    await this.openUserMenu();
    await this.page.getByRole('menuitem', { name: shellTexts.signOut }).click();
  }
}
