import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { Page } from '@playwright/test';

/** A page of a PDF as the PDF library of Chromium draws it, at twice its points. */
export interface Drawn {
  width: number;
  height: number;
  /** Red, green, blue and opacity of each pixel, from the top left. */
  pixels: Uint8Array;
}

/** Draws the pages of a PDF with a program that is not ours. */
export async function draw(pdf: Uint8Array): Promise<Drawn[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const pages: Drawn[] = [];
  for (const page of document.pages()) {
    const { width, height, data } = await page.render({ scale: 2, render: 'bitmap' });
    pages.push({ width, height, pixels: data });
  }
  document.destroy();
  library.destroy();
  return pages;
}

/** The box around all pixels of a colour, in points, and how many they are. */
export function boxOf({ width, pixels }: Drawn, colour: [number, number, number], within = 6) {
  let [left, top, right, bottom, count] = [Infinity, Infinity, -Infinity, -Infinity, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    if (!colour.every((value, n) => Math.abs(value - (pixels[at + n] ?? 0)) <= within)) continue;
    const x = ((at / 4) % width) / 2;
    const y = Math.floor(at / 4 / width) / 2;
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    count += 1;
  }
  return { left, top, right, bottom, count };
}

/** Writes what was drawn as a picture, to be looked at. */
export async function keep(page: Page, { width, height, pixels }: Drawn, path: string) {
  const blank = await page.context().newPage();
  await blank.setViewportSize({ width, height });
  await blank.setContent(`<body style="margin:0"><canvas width="${width}" height="${height}">`);
  await blank.evaluate(
    ([wide, encoded]) => {
      const bytes = Uint8ClampedArray.from(atob(encoded), (letter) => letter.charCodeAt(0));
      const context = document.querySelector('canvas')?.getContext('2d');
      context?.putImageData(new ImageData(bytes, wide), 0, 0);
    },
    [width, Buffer.from(pixels).toString('base64')] as const,
  );
  await blank.screenshot({ path });
  await blank.close();
}
