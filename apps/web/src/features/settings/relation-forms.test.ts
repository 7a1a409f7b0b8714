import { expect, it } from 'vitest';

import { formsOf, groupOf } from './relation-forms';

const type = (id: number, slug: string) => ({ id, slug, name: slug });
const aunts = { woman: type(1, 'aunt'), man: type(2, 'uncle') };
const greatAunts = { woman: type(3, 'great_aunt'), man: type(4, 'great_uncle') };
const types = [aunts, greatAunts].flatMap(({ woman, man }) => [woman, man]);

it('are written and read alike, with lines in their names too', () => {
  for (const forms of [aunts, greatAunts]) expect(formsOf(groupOf(forms), types)).toEqual(forms);
});

it('are unknown when one of them is gone', () => {
  expect(formsOf('niece_nephew', types)).toBeUndefined();
  expect(formsOf('', types)).toBeUndefined();
});
