import type { PersonFields, RelationEntry } from '@/api/types';
import { compareNames } from '@/lib/compare';
import { personTexts } from '@/texts/person';

const { relations: texts } = personTexts;

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

/** The kinds that a family needs stand on top. */
const common = ['parent', 'child', 'sibling', 'partner', 'spouse', 'guardian', 'voogd'];

interface RelationKind {
  id: number;
  name: string;
  slug: string;
}

/** The kinds of relations to choose from, those that are usual first; and the row's own when the list does not have it (yet). */
export function relationChoices(
  types: readonly RelationKind[],
  { relationship_type, relationship_name, relationship_slug }: RelationEntry,
) {
  const own =
    relationship_type !== 0 && !types.some(({ id }) => id === relationship_type)
      ? [
          {
            id: relationship_type,
            name: relationship_name || texts.type(relationship_type),
            slug: relationship_slug,
          },
        ]
      : [];
  const all = [...own, ...types];
  const usual = common.flatMap((slug) => all.filter((type) => type.slug === slug));
  const rest = all
    .filter((type) => !usual.includes(type))
    .sort((a, b) => compareNames(a.name, b.name));
  const items = (kinds: readonly RelationKind[]) =>
    kinds.map(({ id, name }) => ({ value: String(id), label: name }));
  return [
    { group: texts.usual, items: items(usual) },
    { group: texts.more, items: items(rest) },
  ].filter((group) => group.items.length > 0);
}

/** What somebody is to another, as the end of a sentence: “is ouder van Hidde”. */
export const roleOf = (
  { relationship_type, relationship_name }: RelationEntry,
  name: string,
): string =>
  texts.of((relationship_name || texts.type(relationship_type)).toLocaleLowerCase('nl-NL'), name);
