import type { ContactEntry, ContactType, GroupContact } from '@/api/types';
import { formatPhone } from '@/lib/phone';

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

const phones: readonly Contact['contact_type'][] = ['phone', 'mobile'];

/** A contact value as it is shown: phone numbers in one form, however they were typed. */
export const contactText = ({ contact_type, contact_value }: Contact): string =>
  phones.includes(contact_type) ? formatPhone(contact_value) : contact_value;

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
