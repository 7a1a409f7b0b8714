import { plain } from './find';

/** A piece of a text, and whether it is what somebody looked for. */
export interface Piece {
  text: string;
  found: boolean;
}

/** From here on digits are looked for in telephone numbers, as the server does. */
const fewestDigits = 4;

/** A text in pieces, of which those that hold a typed word are found; of a telephone number the digits. */
export function markFound(text: string, typed: string): Piece[] {
  const found = charactersOf(text).map(() => false);
  for (const word of plain(typed).split(/\s+/)) mark(found, fold(text), word);
  const digits = dialledDigits(typed);
  if (digits.length >= fewestDigits && /^[\d\s+\-()./]*$/.test(text))
    mark(found, digitsOf(text), digits);
  return pieces(text, found);
}

const segmenter = new Intl.Segmenter('nl');

/** What people call a character, accents and all. */
const charactersOf = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Characters, and the place that each of them has in the text. */
interface Placed {
  text: string;
  places: number[];
}

function fold(text: string): Placed {
  return placed(text, plain);
}

const digitsOf = (text: string): Placed => placed(text, (one) => (/\d/.test(one) ? one : ''));

function placed(text: string, to: (one: string) => string): Placed {
  const of: Placed = { text: '', places: [] };
  charactersOf(text).forEach((one, place) => {
    const written = to(one);
    of.text += written;
    of.places.push(...Array<number>(written.length).fill(place));
  });
  return of;
}

function mark(found: boolean[], within: Placed, part: string): void {
  if (part === '') return;
  for (let at = within.text.indexOf(part); at >= 0; at = within.text.indexOf(part, at + 1)) {
    const from = within.places[at] ?? 0;
    const to = within.places[at + part.length - 1] ?? from;
    found.fill(true, from, to + 1);
  }
}

/** The digits of a number as they stand behind a Dutch 0. */
const dialledDigits = (typed: string): string =>
  typed
    .replace('(0)', '')
    .replace(/[^\d+]/g, '')
    .replace(/^(\+|00)31/, '0')
    .replace(/\D/g, '');

function pieces(text: string, found: readonly boolean[]): Piece[] {
  const list: Piece[] = [];
  charactersOf(text).forEach((one, place) => {
    const is = found[place] === true;
    const last = list.at(-1);
    if (last?.found === is) last.text += one;
    else list.push({ text: one, found: is });
  });
  return list;
}
