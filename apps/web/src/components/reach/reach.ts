import type { Address, ContactEntry } from '@/api/types';
import type { Contact } from '@/components/contact';
import { dialled, isDutchPhone, isForeignPhone } from '@/lib/phone';

/** Phones first, then mail, then everything else; as they stood among each other. */
const order: readonly ContactEntry['contact_type'][] = ['mobile', 'phone', 'email', 'email2'];

const place = ({ contact_type }: ContactEntry): number => {
  const index = order.indexOf(contact_type);
  return index === -1 ? order.length : index;
};

/** How somebody is reached, the quickest way first. */
export const waysOf = (contacts: readonly ContactEntry[]): ContactEntry[] =>
  contacts
    .filter(({ contact_value }) => contact_value.trim() !== '')
    .sort((a, b) => place(a) - place(b));

const spelled = ({ contact_value }: ContactEntry): string =>
  dialled(contact_value) ?? contact_value.trim().toLowerCase();

/** Whether a way is one of the parents' as well: children often have the number of one of them. */
export function isOfParents(
  entry: ContactEntry,
  parents: readonly (readonly ContactEntry[])[],
): boolean {
  return parents.some((theirs) => theirs.some((one) => spelled(one) === spelled(entry)));
}

/** A mobile number as WhatsApp wants it: the digits with the code of the country. Undefined for what is no such number. */
export function whatsappHref({ contact_type, contact_value }: Contact): string | undefined {
  const number = contact_type === 'mobile' ? dialled(contact_value) : undefined;
  if (number === undefined) return undefined;
  if (isForeignPhone(contact_value)) return `https://wa.me/${number.slice(1)}`;
  return isDutchPhone(contact_value) ? `https://wa.me/31${number.slice(1)}` : undefined;
}

/** Where a map shows the way to an address; undefined for one that no map finds. */
export function routeHref({ street, postal_code, city, country }: Address): string | undefined {
  if (street === '' || (postal_code === '' && city === '')) return undefined;
  const where = [street, [postal_code, city].filter(Boolean).join(' '), country].filter(Boolean);
  const query = new URLSearchParams({ api: '1', destination: where.join(', ') });
  return `https://www.google.com/maps/dir/?${query.toString()}`;
}
