/** A text as people compare it: without capitals and accents. */
export const plain = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('nl-NL');

/** Whether a word of a text begins so; every text begins with nothing. */
export const beginsWord = (text: string, typed: string): boolean =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => word.startsWith(plain(typed)));

/** Whether a text holds every word that somebody typed. */
export function holds(text: string, typed: string): boolean {
  const within = plain(text);
  return plain(typed)
    .split(/\s+/)
    .every((word) => within.includes(word));
}
