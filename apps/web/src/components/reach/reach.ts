import type { Address, ContactEntry } from '@/api/types';

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

const spelled = ({ contact_value }: ContactEntry): string => {
  const value = contact_value.trim().toLowerCase();
  return /^[\d\s()+./-]+$/.test(value)
    ? value.replace(/\D/g, '').replace(/^(?:0031|31|0)0?/, '')
    : value;
};

/** What is left of somebody's ways when those of the parents are there: children often have the number of one of them. */
export function ownWays(
  contacts: readonly ContactEntry[],
  parents: readonly (readonly ContactEntry[])[],
): ContactEntry[] {
  const theirs = new Set(parents.flat().map(spelled));
  return waysOf(contacts).filter((entry) => !theirs.has(spelled(entry)));
}

const countryCode = '31';

/** A mobile number as WhatsApp wants it: the digits with the code of the country. Undefined for what is no such number. */
export function whatsappHref({ contact_type, contact_value }: ContactEntry): string | undefined {
  if (contact_type !== 'mobile') return undefined;
  const written = contact_value.replace(/\(0\)/g, '').replace(/[^\d+]/g, '');
  const digits = written.replace(/^(\+|00)/, '');
  const international = digits !== written ? digits : written.replace(/^0/, countryCode);
  const usable =
    /^[1-9]\d{8,14}$/.test(international) && (digits !== written || /^0/.test(written));
  return usable ? `https://wa.me/${international}` : undefined;
}

/** Where a map shows the way to an address; undefined for one that no map finds. */
export function routeHref({ street, postal_code, city, country }: Address): string | undefined {
  if (street === '' || (postal_code === '' && city === '')) return undefined;
  const where = [street, [postal_code, city].filter(Boolean).join(' '), country].filter(Boolean);
  const query = new URLSearchParams({ api: '1', destination: where.join(', ') });
  return `https://www.google.com/maps/dir/?${query.toString()}`;
}
