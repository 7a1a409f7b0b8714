import type { RelationshipType } from '@/api/types';

type Form = Pick<RelationshipType, 'id' | 'name' | 'slug'>;

/** The forms of a type for women and for men. */
export interface Forms<Type extends Form> {
  woman: Type;
  man: Type;
}

/** How the API writes the two forms: the short name of the one for women, a line, and that of the one for men. */
export const groupOf = ({ woman, man }: Forms<Form>): string => `${woman.slug}_${man.slug}`;

/** The forms that a group stands for; undefined when one of them is not among the types. */
export function formsOf<Type extends Form>(
  group: string,
  types: readonly Type[],
): Forms<Type> | undefined {
  for (const woman of types) {
    const man = types.find((type) => groupOf({ woman, man: type }) === group);
    if (man !== undefined) return { woman, man };
  }
  return undefined;
}
