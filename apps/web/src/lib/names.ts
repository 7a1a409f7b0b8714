import type { PersonFields } from '@/api/types';

type Named = Pick<PersonFields, 'first_name' | 'infix' | 'last_name'>;

/** The name as people say it. The server's title is HTML-encoded, so names are made from the fields. */
export const fullName = ({ first_name, infix, last_name }: Named): string =>
  [first_name, infix, last_name].filter((part) => part !== '').join(' ');

/** Two letters for the round picture; an infix does not count. */
export const initials = ({ first_name, last_name }: Pick<Named, 'first_name' | 'last_name'>) =>
  [first_name, last_name]
    .map((part) => Array.from(part.trim())[0] ?? '')
    .join('')
    .toLocaleUpperCase('nl-NL');

/** The same of a whole name. */
export const initialsOf = (name: string): string => {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  // An infix is written small.
  return initials({
    first_name: first,
    last_name: rest.find((word) => /^\p{Lu}/u.test(word)) ?? rest.at(-1) ?? '',
  });
};
