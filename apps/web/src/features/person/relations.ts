import type { PersonFields, RelationEntry } from '@/api/types';

/** Parents first, then who somebody lives with, brothers and sisters, children, and everybody else. */
const order = [
  'parent',
  'stepparent',
  'spouse',
  'partner',
  'sibling',
  'stepsibling',
  'child',
  'stepchild',
  'grandparent',
  'grandchild',
];

/** Who stands at the same place. */
const same: Readonly<Record<string, string>> = { spouse: 'partner' };

const place = (slug: string): number => {
  const index = order.indexOf(same[slug] ?? slug);
  return index === -1 ? order.length : index;
};

/** Relatives as a family names them: by what they are, and the eldest first. Who has no birthdate stands at the end. */
export function sortRelations(
  relations: readonly RelationEntry[],
  birthdates: ReadonlyMap<number, string>,
): RelationEntry[] {
  const born = ({ related_person }: RelationEntry) => birthdates.get(related_person) || '9999';
  return [...relations].sort(
    (a, b) =>
      place(a.relationship_slug) - place(b.relationship_slug) ||
      (place(a.relationship_slug) === order.length
        ? a.relationship_name.localeCompare(b.relationship_name, 'nl')
        : 0) ||
      born(a).localeCompare(born(b)) ||
      a.person_name.localeCompare(b.person_name, 'nl'),
  );
}

/** Through whom a minor is reached: those whom the reader may see, each once. */
export const parentsOf = (relations: readonly RelationEntry[]): RelationEntry[] =>
  relations.filter(
    ({ related_person, person_name, relationship_slug }, index) =>
      isParent(relationship_slug) &&
      person_name !== '' &&
      relations.findIndex(
        (other) => other.related_person === related_person && isParent(other.relationship_slug),
      ) === index,
  );

const isParent = (slug: string): boolean => slug === 'parent' || slug === 'stepparent';

/** The relatives whom the reader may see. */
export const relatedIds = (relationships: PersonFields['relationships']): number[] =>
  [
    ...new Set(
      relationships
        .filter(({ person_name }) => person_name !== '')
        .map(({ related_person }) => related_person),
    ),
  ].sort((a, b) => a - b);
