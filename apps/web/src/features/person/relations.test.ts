import { describe, expect, it } from 'vitest';

import type { RelationEntry } from '@/api/types';

import { relatedIds, sortRelations } from './relations';

const relation = (
  related_person: number,
  relationship_slug: string,
  person_name = `P${related_person}`,
): RelationEntry => ({
  related_person,
  relationship_type: 1,
  relationship_label: '',
  person_name,
  person_thumbnail: '',
  relationship_name: relationship_slug,
  relationship_slug,
});

describe('relations', () => {
  const ids = (relations: readonly RelationEntry[], born: [number, string][] = []) =>
    sortRelations(relations, new Map(born)).map(({ related_person }) => related_person);

  it('name parents, partners, brothers and sisters, children, and then the others', () => {
    const mixed = ['friend', 'child', 'sibling', 'spouse', 'parent'].map((slug, index) =>
      relation(index, slug),
    );
    expect(ids(mixed)).toEqual([4, 3, 2, 1, 0]);
  });

  it('name the eldest first, and who has no birthdate last', () => {
    const children = [relation(1, 'child'), relation(2, 'child'), relation(3, 'child')];
    expect(
      ids(children, [
        [1, ''],
        [2, '2015-01-01'],
        [3, '2012-01-01'],
      ]),
    ).toEqual([3, 2, 1]);
  });

  it('of the same age are in the order of their names', () => {
    expect(ids([relation(1, 'child', 'Zoë'), relation(2, 'child', 'Anna')])).toEqual([2, 1]);
  });

  it('ask for the visible people, each once', () => {
    const relations = [
      relation(5, 'child'),
      relation(2, 'friend', ''),
      relation(5, 'friend'),
      relation(1, 'parent'),
    ];
    expect(relatedIds(relations)).toEqual([1, 5]);
  });
});
