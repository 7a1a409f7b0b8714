import { describe, expect, it } from 'vitest';

import { holds } from './find';

describe('holds', () => {
  it('looks for every word, whatever the capitals and accents', () => {
    expect(holds('Commissie Coördinatie', 'coord COMM')).toBe(true);
    expect(holds('JO11-2', 'jo12')).toBe(false);
    expect(holds('JO11-2', ' ')).toBe(true);
  });
});
