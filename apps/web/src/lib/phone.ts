/** The area codes of three digits; all others have four. */
const shortAreas = /^0(1[035]|2[0346]|3[03568]|4[0356]|5[0358]|7\d|8[4578]|[89]1|66|9[17])/;

const special = /^0(?:800|90[069]|18)/;

/** The codes of countries that do not have two digits. */
const oneDigit = /^[17]/;
const threeDigits = /^(21|22|23|24|25|26|29|35|37|38|42|50|59|67|68|69|80|85|87|88|96|97|99)/;

/** A number as it is dialled: in the Netherlands from its 0 on, elsewhere from + on. Undefined for what is no number. */
export function dialled(text: string): string | undefined {
  if (!/^[+\d][\d\s().\-/]*$/.test(text.trim())) return undefined;
  const plain = text.replace(/\(0\)/, '').replace(/[^\d+]/g, '');
  return plain.replace(/^00/, '+').replace(/^\+310?/, '0');
}

/** Whether a number is one of the Netherlands, with all its digits. */
export const isDutchPhone = (text: string): boolean => {
  const number = dialled(text) ?? '';
  return special.test(number) ? /^0\d{5,10}$/.test(number) : /^0[1-9]\d{8}$/.test(number);
};

/** Whether a number is one of another country, as far as one can see. */
export const isForeignPhone = (text: string): boolean =>
  /^\+[1-9]\d{6,14}$/.test(dialled(text) ?? '');

/** A number in the one form that the page has for it: `06 55 57 19 42`, `0315 03 93 38`. What is no number stays as it is. */
export function formatPhone(text: string): string {
  const number = dialled(text);
  if (number === undefined) return text.trim();
  if (isForeignPhone(text)) {
    const rest = number.slice(1);
    const code = oneDigit.test(rest) ? 1 : threeDigits.test(rest) ? 3 : 2;
    return `+${rest.slice(0, code)} ${inGroups(rest.slice(code), 3)}`;
  }
  if (!isDutchPhone(text)) return text.trim();
  if (special.test(number)) return `${number.slice(0, 4)} ${number.slice(4)}`.trim();
  const area = number.startsWith('06') ? 2 : shortAreas.test(number) ? 3 : 4;
  const rest = number.slice(area);
  return rest.length % 2 === 0
    ? `${number.slice(0, area)} ${inGroups(rest, 2)}`
    : `${number.slice(0, area)} ${rest.slice(0, 3)} ${inGroups(rest.slice(3), 2)}`;
}

/** In groups; one digit left alone joins the one before it. */
const inGroups = (digits: string, size: number): string =>
  (digits.match(new RegExp(`\\d{${size}}(?!\\d$)|\\d+$`, 'g')) ?? []).join(' ');
