import { expect, it } from 'vitest';

import { duplicateTexts } from './duplicates';
import { leaverTexts } from './leavers';
import { personTexts } from './person';

it('has one word for a nickname', () => {
  expect(duplicateTexts.field('nickname')).toBe(personTexts.identity.nickname);
});

it.each(Object.entries(leaverTexts.spared))(
  'says of one and of many leavers who are spared what is right of both: %s',
  (_why, words) => {
    const about = (count: number) => words(count).slice(words(count).indexOf(':'));
    expect(words(1)).toMatch(/^1 oud-lid: /);
    expect(words(3)).toMatch(/^3 oud-leden: /);
    // No verb with the number of either, and no word for one or for many.
    expect(about(1)).not.toMatch(/^: (ouder|heeft|kan|is)\b|\bze\b/);
    expect(about(3)).toBe(about(1));
  },
);
