import { expect, it } from 'vitest';

import { formsOf, groupOf } from './relation-forms';

const type = (id: number, slug: string) => ({ id, slug, name: slug });
const types = [type(1, 'aunt'), type(2, 'uncle'), type(3, 'great_aunt'), type(4, 'great_uncle')];

it('are written and read alike, with lines in their names too', () => {
  for (const [woman, man] of [
    [0, 1],
    [2, 3],
  ] as const) {
    const forms = { woman: types[woman]!, man: types[man]! };
    expect(formsOf(groupOf(forms), types)).toEqual(forms);
  }
});

it('are unknown when one of them is gone', () => {
  expect(formsOf('niece_nephew', types)).toBeUndefined();
  expect(formsOf('', types)).toBeUndefined();
});
