const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#34;': '"',
  '&#039;': "'",
  '&#39;': "'",
};

/** A name that came as HTML, as the text that it is. */
export const plainTitle = (rendered: string): string =>
  rendered.replace(/&(?:amp|lt|gt|quot|#34|#0?39);/g, (entity) => entities[entity] ?? entity);

/** A text as HTML that shows it, with its lines. */
export const asHTML = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** A description that came as HTML paragraphs, as the plain text that was written: an empty line between paragraphs. */
export const plainContent = (rendered: string): string =>
  plainTitle(
    rendered
      .replace(/<br\s*\/?>\n?/g, '\n')
      .replace(/<\/p>\s*/g, '\n\n')
      .replace(/<[^>]*>/g, ''),
  ).trim();
