import type { Locator, Page } from '@playwright/test';

import { pictureTexts } from '../../src/texts/pictures';

interface File {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** The picture in the head of a page. */
export class Picture {
  readonly addButton: Locator;
  readonly showButton: Locator;
  readonly image: Locator;
  readonly dialog: Locator;
  private readonly texts: (typeof pictureTexts)['photo'];

  constructor(
    private readonly page: Page,
    kind: 'photo' | 'logo',
  ) {
    this.texts = pictureTexts[kind];
    this.addButton = page.getByRole('button', { name: this.texts.add });
    this.showButton = page.getByRole('button', { name: this.texts.show });
    this.image = this.showButton.getByRole('img');
    this.dialog = page.getByRole('dialog');
  }

  async add(file: File): Promise<void> {
    const choosing = this.page.waitForEvent('filechooser');
    await this.addButton.click();
    await (await choosing).setFiles(file);
  }

  async replace(file: File): Promise<void> {
    await this.showButton.click();
    const choosing = this.page.waitForEvent('filechooser');
    await this.dialog.getByRole('button', { name: this.texts.change }).click();
    await (await choosing).setFiles(file);
  }

  /** As from the desktop, onto the picture. */
  async drop({ name, mimeType, buffer }: File): Promise<void> {
    const dataTransfer = await this.page.evaluateHandle(
      ([text, file, type]) => {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        const transfer = new DataTransfer();
        transfer.items.add(new File([bytes], file, { type }));
        return transfer;
      },
      [buffer.toString('base64'), name, mimeType] as const,
    );
    await this.showButton.or(this.addButton).dispatchEvent('drop', { dataTransfer });
  }

  async remove(): Promise<void> {
    await this.showButton.click();
    await this.dialog.getByRole('button', { name: this.texts.remove }).click();
    await this.page
      .getByRole('dialog', { name: this.texts.removeTitle })
      .getByRole('button', { name: this.texts.remove })
      .click();
  }

  placed(): Locator {
    return this.page.getByText(this.texts.placed);
  }

  removed(): Locator {
    return this.page.getByText(this.texts.removed);
  }

  /** Whether the browser could show it. */
  isShown(): Promise<boolean> {
    return this.image.evaluate(
      (image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0,
    );
  }
}
