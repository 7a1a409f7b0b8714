import { describe, expect, it } from 'vitest';

import { fieldsOf, newcomerOf, type RelationRow, settled } from './newcomer';

describe('a name in one go', () => {
  it.each([
    ['romy bakker', 'Romy', '', 'Bakker'],
    ['Romy van der Berg', 'Romy', 'van der', 'Berg'],
    ['Jan de Wit Kok', 'Jan', 'de', 'Wit Kok'],
    ['  Els ', 'Els', '', ''],
    ['Piet van de', 'Piet', 'van', 'De'],
    ["Anna in 't Veld", 'Anna', "in 't", 'Veld'],
  ])('“%s”', (name, first_name, infix, last_name) => {
    expect(newcomerOf(name)).toMatchObject({ first_name, infix, last_name });
  });
});

it('is registered with what was filled in, and no more', () => {
  const newcomer = { ...newcomerOf('Romy Bakker'), mobile: ' 06 1 ', email: ' ' };
  expect(fieldsOf(newcomer)).toEqual({
    first_name: 'Romy',
    infix: '',
    last_name: 'Bakker',
    contact_info: [{ contact_type: 'mobile', contact_label: '', contact_value: '06 1' }],
  });
});

describe('saving', () => {
  const row = (change: Partial<RelationRow>): RelationRow => ({
    related_person: 0,
    relationship_type: 2,
    relationship_label: '',
    person_name: '',
    person_thumbnail: '',
    relationship_name: '',
    relationship_slug: '',
    ...change,
  });

  it('registers newcomers in their order, and each once, also when it is tried again', async () => {
    const rows = [
      row({ related_person: 5 }),
      row({ newcomer: newcomerOf('Romy Bakker') }),
      row({ newcomer: newcomerOf('Jan Bakker') }),
    ];
    const made: unknown[] = [];
    const register = ({ first_name }: { first_name?: string }) => {
      if (first_name === 'Jan' && made.length === 1) {
        made.push('refused');
        return Promise.reject(new Error('refused'));
      }
      made.push(first_name);
      return Promise.resolve({ id: 100 + made.length });
    };
    await expect(settled(rows, register)).rejects.toThrow('refused');
    const after = await settled(rows, register);
    expect(made).toEqual(['Romy', 'refused', 'Jan']);
    expect(after.map(({ related_person }) => related_person)).toEqual([5, 101, 103]);
    expect(after.every((one) => !('newcomer' in one))).toBe(true);
  });
});
