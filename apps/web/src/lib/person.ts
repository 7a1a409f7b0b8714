import type { ContactEntry, ContactType, GroupContact, PersonFields } from '@/api/types';

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

/** The first filled contact entry, in the order of the asked types. */
export function firstContact(
  entries: readonly ContactEntry[],
  ...types: readonly ContactType[]
): ContactEntry | undefined {
  return types
    .map((type) =>
      entries.find((entry) => entry.contact_type === type && entry.contact_value !== ''),
    )
    .find((entry) => entry !== undefined);
}

/** A way to reach a person or a group. */
export type Contact = Pick<ContactEntry | GroupContact, 'contact_type' | 'contact_value'>;

/** Where a contact value leads: mail, phone, or a web page. Anything that is not plainly that stays text. */
export function contactHref({ contact_type, contact_value }: Contact): string | undefined {
  const value = contact_value.trim();
  if (value === '') return undefined;
  switch (contact_type) {
    case 'email':
    case 'email2':
      return value.includes('@') ? `mailto:${value}` : undefined;
    case 'phone':
    case 'mobile':
      return `tel:${value.replace(/[^\d+]/g, '')}`;
    default:
      // Only these two: javascript: and the like must stay text.
      return /^https?:\/\//i.test(value) ? value : undefined;
  }
}
