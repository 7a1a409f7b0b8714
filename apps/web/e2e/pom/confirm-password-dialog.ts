import type { Locator, Page } from '@playwright/test';

import { confirmPasswordTexts as texts } from '../../src/texts/shell';
import { signInTexts } from '../../src/texts/sign-in';
import { commonTexts } from '../../src/texts/common';

/** Asks for the password once more. */
export class ConfirmPasswordDialog {
  readonly dialog: Locator;
  readonly password: Locator;

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: texts.title });
    this.password = this.dialog.getByRole('textbox', { name: signInTexts.password });
  }

  async give(password: string): Promise<void> {
    await this.password.fill(password);
    await this.dialog.getByRole('button', { name: texts.submit }).click();
  }

  async cancel(): Promise<void> {
    await this.dialog.getByRole('button', { name: commonTexts.cancel }).click();
  }
}
