import { describe, expect, it } from 'vitest';

import { beginsWord, holds } from './find';

describe('beginsWord', () => {
  it('looks at how words begin', () => {
    expect(beginsWord('Anne-Marie de Boer', 'm')).toBe(true);
    expect(beginsWord('Özdemir', 'o')).toBe(true);
    expect(beginsWord('Boer', 'e')).toBe(false);
    expect(beginsWord('', '')).toBe(true);
  });
});

describe('holds', () => {
  it('looks for every word, whatever the capitals and accents', () => {
    expect(holds('Commissie Coördinatie', 'coord COMM')).toBe(true);
    expect(holds('JO11-2', 'jo12')).toBe(false);
    expect(holds('JO11-2', ' ')).toBe(true);
  });
});
