import { describe, expect, it } from 'vitest';

import { markFound } from './mark';

const marked = (text: string, typed: string) =>
  markFound(text, typed)
    .map(({ text: piece, found }) => (found ? `[${piece}]` : piece))
    .join('');

describe('markFound', () => {
  it.each([
    ['Hidde Jansen', 'jans', 'Hidde [Jans]en'],
    ['Hidde Jansen', 'sen hid', '[Hid]de Jan[sen]'],
    ['Joël Özdemir', 'joel oz', '[Joël] [Öz]demir'],
    ['Anna', 'an na', '[Anna]'],
    ['ananas', 'ana', '[anana]s'],
    ['Jan', '', 'Jan'],
    ['Jan', '  ', 'Jan'],
    ['Jan', 'x', 'Jan'],
    ['', 'x', ''],
    ['👋🏽 Jan', 'jan', '👋🏽 [Jan]'],
    ['06 55 56 34 84', '0655563484', '[06 55 56 34 84]'],
    ['06 55 56 34 84', '+31 6 5556', '[06 55 56] 34 84'],
    ['06 55 56 34 84', '3484', '06 55 56 [34 84]'],
    ['Dorpsstraat 12, 6998 AB Elzendam', '1269', 'Dorpsstraat 12, 6998 AB Elzendam'],
    ['Dorpsstraat 12, 6998 AB Elzendam', 'dorps 12', '[Dorps]straat [12], 6998 AB Elzendam'],
    ['a.b*c', '.b*', 'a[.b*]c'],
  ])('%s, for %s', (text, typed, want) => {
    expect(marked(text, typed)).toBe(want);
  });
});
