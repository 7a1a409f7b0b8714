import type { Locator, Page } from '@playwright/test';

import { memberSyncTexts } from '../../src/texts/member-sync';
import { personTexts } from '../../src/texts/person';
import { Card } from './person-page';

/** Bringing a person up to date, on the card that the synchronization owns. */
export class MemberSyncCard extends Card {
  readonly startButton: Locator;
  readonly busyButton: Locator;

  constructor(private readonly page: Page) {
    super(page, personTexts.membership.title);
    this.startButton = this.root.getByRole('button', { name: memberSyncTexts.action });
    this.busyButton = this.root.getByRole('button', { name: memberSyncTexts.busy });
  }

  start(): Promise<void> {
    return this.startButton.click();
  }

  /** What was said at the end. */
  notice(text: string | RegExp): Locator {
    return this.page.getByRole('alert').filter({ hasText: text });
  }
}
