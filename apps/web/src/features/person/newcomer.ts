import type { PersonChange } from '@/api/people/wire';
import type { ContactEntry, RelationEntry } from '@/api/types';

/** Somebody whom the club does not know yet, as they are written down where they are needed. */
export interface Newcomer {
  /** Tells them from others while they have no number. */
  key: string;
  first_name: string;
  infix: string;
  last_name: string;
  mobile: string;
  email: string;
}

/** A row of the relations, which may be about somebody new. */
export type RelationRow = RelationEntry & { newcomer?: Newcomer };

const infixes = /^(?:van|de|der|den|ten|ter|te|'t|’t|het|in|op|aan|bij|von|la|le|du|el|al)$/i;

/** A name that was typed in one go, as the fields that it is kept in. */
export function newcomerOf(name: string): Newcomer {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const end = rest.findIndex((word) => !infixes.test(word));
  const begin = end === -1 ? Math.max(rest.length - 1, 0) : end;
  return {
    key: crypto.randomUUID(),
    first_name: capital(first),
    infix: rest.slice(0, begin).join(' ').toLocaleLowerCase('nl-NL'),
    last_name: capital(rest.slice(begin).join(' ')),
    mobile: '',
    email: '',
  };
}

const capital = (word: string): string => word.charAt(0).toLocaleUpperCase('nl-NL') + word.slice(1);

/** What is sent to register them. */
export function fieldsOf({ first_name, infix, last_name, mobile, email }: Newcomer): PersonChange {
  const contact = (contact_type: 'mobile' | 'email', value: string): ContactEntry[] =>
    value.trim() === '' ? [] : [{ contact_type, contact_label: '', contact_value: value.trim() }];
  return {
    first_name: first_name.trim(),
    infix: infix.trim(),
    last_name: last_name.trim(),
    contact_info: [...contact('mobile', mobile), ...contact('email', email)],
  };
}

/** Who was registered already, when only a later step of the save failed: nobody is registered twice. */
const registered = new Map<string, number>();

/** The rows with a number for everybody in them: newcomers are registered first, one after the other. */
export async function settled(
  rows: readonly RelationRow[],
  register: (fields: PersonChange) => Promise<{ id: number }>,
): Promise<RelationEntry[]> {
  const settledRows: RelationEntry[] = [];
  for (const { newcomer, ...row } of rows) {
    if (newcomer === undefined || row.related_person !== 0) {
      settledRows.push(row);
      continue;
    }
    const id = registered.get(newcomer.key) ?? (await register(fieldsOf(newcomer))).id;
    registered.set(newcomer.key, id);
    settledRows.push({ ...row, related_person: id });
  }
  return settledRows;
}
