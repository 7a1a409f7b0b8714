import { compareNames } from '@/lib/compare';

const plain = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('nl-NL').trim();

/** How far a name is from what was typed: 0 for a whole word of it, then the shortest that begins so, then the others. */
function distance(name: string, words: readonly string[]): number {
  const parts = plain(name).split(/[\s-]+/);
  return words.reduce((sum, word) => {
    const begins = parts.filter((part) => part.startsWith(word)).map(({ length }) => length);
    return sum + (begins.length === 0 ? 100 : Math.min(...begins) - word.length);
  }, 0);
}

/** People whose name is what was typed stand before those whose name is longer: Jansen before Janssen. */
export function rankByName<Hit extends { name: string; former_member: boolean }>(
  hits: readonly Hit[],
  typed: string,
): Hit[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return [...hits].sort(
    (a, b) =>
      Number(a.former_member) - Number(b.former_member) ||
      distance(a.name, words) - distance(b.name, words) ||
      compareNames(a.name, b.name),
  );
}
