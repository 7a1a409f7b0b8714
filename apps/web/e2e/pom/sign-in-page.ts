import type { Locator, Page } from '@playwright/test';

import { signInTexts } from '../../src/texts/sign-in';
import type { SignIn } from '../setup/environment';

export class SignInPage {
  readonly heading: Locator;
  readonly username: Locator;
  readonly password: Locator;
  readonly submit: Locator;
  readonly problem: Locator;

  constructor(private readonly page: Page) {
    this.heading = page.getByRole('heading', { name: signInTexts.title });
    this.username = page.getByLabel(signInTexts.username);
    this.password = page.getByRole('textbox', { name: signInTexts.password });
    this.submit = page.getByRole('button', { name: signInTexts.submit, exact: true });
    this.problem = page.getByRole('alert');
  }

  async open(): Promise<void> {
    await this.page.goto('/aanmelden');
  }

  async signIn({ username, password }: SignIn): Promise<void> {
    await this.username.fill(username);
    await this.password.fill(password);
    await this.submit.click();
  }
}
