/**
 * Copies a text that is still on its way. Browsers let a page copy right after a click alone, so they are promised the text.
 * Rejects where copying is not possible, as on a page without HTTPS, and when the text does not come.
 */
export async function copyLater(text: Promise<string>): Promise<void> {
  const blob = text.then((value) => new Blob([value], { type: 'text/plain' }));
  // Its rejection is told by the write, or below.
  blob.catch(() => undefined);
  if (!('clipboard' in navigator) || typeof ClipboardItem === 'undefined') {
    await text;
    throw new Error('no clipboard');
  }
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}
