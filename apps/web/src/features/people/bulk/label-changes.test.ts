import { describe, expect, it } from 'vitest';

import { addLabels, replaceLabels } from './label-changes';

const label = (id: number, name: string) => ({
  id,
  name,
  slug: name,
  taxonomy: 'person_label' as const,
});
const known = [label(1, 'Scheidsrechter'), label(2, 'Sponsor'), label(3, 'EHBO')];

const people = [
  { id: 10, labels: [] },
  { id: 11, labels: ['Sponsor'] },
  { id: 12, labels: ['Sponsor', 'Scheidsrechter'] },
  { id: 13, labels: [] },
];

describe('labels of many people', () => {
  it('are replaced all alike', () => {
    expect(replaceLabels(people, [3, 1])).toEqual([
      { ids: [10, 11, 12, 13], updates: { person_label: [3, 1] } },
    ]);
  });

  it('are added to what everybody has, those alike together', () => {
    expect(addLabels(people, [1], known)).toEqual([
      { ids: [10, 13], updates: { person_label: [1] } },
      { ids: [11], updates: { person_label: [1, 2] } },
    ]);
  });

  it('leave who has them all alone', () => {
    expect(addLabels([{ id: 12, labels: ['Sponsor', 'Scheidsrechter'] }], [2], known)).toEqual([]);
  });
});
